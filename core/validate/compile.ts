import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import type { Detail, Json } from '#definitions'
import type { JsonSchema } from '../model.ts'
import { addFormats } from './formats.ts'
import { toDetails } from './to-details.ts'

/** Fills the defaults of omitted members into the value, and tells every fault of it; none when it fits. */
export type Validate = (value: unknown) => readonly Detail[]

let ajv: Ajv2020 | undefined

const make = (): Ajv2020 => {
  const made = new Ajv2020({
    allErrors: true,
    useDefaults: true,
    strict: true,
    strictTypes: false,
    verbose: true,
    // 0.07 is seven times 0.01, whatever its binary digits say.
    multipleOfPrecision: 9,
  })
  addFormats(made)
  return made
}

/**
 * A validator for a schema, compiled when it is first used and kept: a start that validates nothing pays for nothing.
 * `where` says which part of a request its faults are in.
 */
export const compile = (schema: JsonSchema, where: Detail['in']): Validate => {
  let validate: ValidateFunction | undefined
  return (value) => {
    if (validate === undefined) {
      ajv ??= make()
      validate = ajv.compile(schema)
    }
    return validate(value) ? none : toDetails(validate.errors ?? [], where)
  }
}

const none: readonly Detail[] = []

/** Whether a value fits a schema, for checks of definitions: the sentence of each fault. */
export const faultsOf = (schema: JsonSchema, value: Json): readonly Detail[] =>
  compile(schema, 'body')(structuredClone(value))
