import { objectSchema } from '#core/complete/field.ts'
import { compile } from '#core/validate/compile.ts'
import type { Fields } from '#definitions'

/** What a definition's fields refuse of these members, which were given as flags of the same name. */
export const faultsOfMembers = (
  fields: Fields,
  members: { readonly [name: string]: string | undefined },
): readonly string[] => {
  const given = Object.entries(members).filter(([, value]) => value !== undefined)
  const declared = given.flatMap(([name]) => {
    const field = fields[name]
    return field === undefined ? [] : [[name, field] as const]
  })
  const faults = compile(objectSchema(Object.fromEntries(declared)), 'body')(Object.fromEntries(given))
  return faults.map(({ path, message }) => `--${path.slice(1)}: ${message}`)
}
