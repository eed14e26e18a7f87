import type { Json } from '#definitions'
import { show } from '../fault.ts'
import type { JsonSchema } from '../model.ts'
import { faultsOf } from '../validate/compile.ts'
import { plainlyFits } from './plainly-fits.ts'

/** What a schema refuses of a value: each place as it is written (`.items[0].label`) and a sentence. */
export const refusedValues = (schema: JsonSchema, value: Json): readonly { place: string; found: string }[] => {
  if (plainlyFits(schema, value)) return []
  try {
    return faultsOf(schema, value).map(({ path, message }) => {
      const steps = path
        .split('/')
        .slice(1)
        .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'))
      const inner = steps.reduce<unknown>(
        (outer, step) => (typeof outer === 'object' && outer !== null ? Reflect.get(outer, step) : undefined),
        value,
      )
      const place = steps.map((step) => (/^\d+$/.test(step) ? `[${step}]` : `.${step}`)).join('')
      return { place, found: message.startsWith('must') ? `${show(inner)} ${message}` : message }
    })
  } catch (error) {
    // What no rule foresees: a schema that the validator can't be made from would fail its first request.
    return [{ place: '', found: `no validator for it: ${error instanceof Error ? error.message : String(error)}` }]
  }
}
