import * as Schema from 'effect/Schema'

/** An optional word of the language with the sentence that explains it; reference pages are made from it. */
export const word = <S extends Schema.Top>(schema: S, doc: string) =>
  Schema.optionalKey(schema).annotate({ description: doc })

/** A word that every definition of its kind must say. */
export const required = <S extends Schema.Top>(schema: S, doc: string) => schema.annotate({ description: doc })

const named = (pattern: RegExp, expected: string) => Schema.String.check(Schema.isPattern(pattern, { expected }))

/** The name of a module, resource, field, job or contribution. */
export const Name = named(/^[a-z][A-Za-z0-9]*([_-][A-Za-z0-9]+)*$/, 'a name such as `student` or `join-request`')

/** A name within a module or of its own, with dots: `quiz.saved`, `profile.blocks`. */
export const DottedName = named(/^[a-z][a-z0-9_-]*(\.[a-z][a-z0-9_-]*)+$/, 'a dotted name such as `quiz.saved`')

/** The code of an error, as clients see it. */
export const Code = named(/^[A-Z][A-Z0-9]*(_[A-Z0-9]+)*$/, 'a code such as `SLUG_TAKEN`')

/** What a key must hold: `api:student:read`. */
export const ScopeName = named(/^[a-z][a-z0-9-]*(:[a-z][a-z0-9-]*)+$/, 'a scope such as `api:student:read`')

/** A path of an operation or page, with its parameters in braces: `/api/v1/students/{id}`. */
export const Path = named(
  /^(\/([A-Za-z0-9._~-]+|\{[a-z][A-Za-z0-9_]*\}))+$/,
  'a path such as `/api/v1/students/{id}`, without a slash at its end',
)

/** A length of time: `300ms`, `30s`, `1m`, `2h`, `5d`. */
export const Duration = named(/^[1-9][0-9]{0,6}(ms|s|m|h|d)$/, 'a duration such as `300ms`, `30s`, `1m`, `2h` or `5d`')

/** One sentence for people; it appears in OpenAPI and in the reference pages. */
export const Doc = Schema.String.check(Schema.isMinLength(1))
