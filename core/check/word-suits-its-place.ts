import type { Field } from '#definitions'
import { fault } from '../fault.ts'
import type { Rule } from './check.ts'
import { type DeclaredField, declaredFields } from './declared-fields.ts'

/** A word of ours stands only where the core derives something from it. */
export const wordSuitsItsPlace: Rule = (_, collection) =>
  declaredFields(collection).flatMap((declared) =>
    misplacings
      .filter(({ when }) => when(declared))
      .flatMap(({ words, found, expected }) =>
        words
          .filter((word) => declared.field[word] !== undefined && declared.field[word] !== false)
          .map((word) => fault(declared.module, `${declared.path}.${word}`, `'${word}' ${found}`, { expected })),
      ),
  )

interface Misplacing {
  readonly words: readonly (keyof Field)[]
  readonly when: (declared: DeclaredField) => boolean
  readonly found: string
  readonly expected: string
}

const isChosenMember = ({ chosen, as, of }: DeclaredField): boolean => chosen && as === 'member' && of !== 'output'

const misplacings: readonly Misplacing[] = [
  {
    words: ['search', 'unique', 'onDelete', 'from', 'was', 'readOnly'],
    when: ({ as }) => as !== 'column',
    found: 'on what is no column',
    expected: 'it on a field of a resource',
  },
  {
    words: ['optional'],
    when: ({ as }) => as === 'column',
    found: 'in a record',
    expected: "'nullable': a record has every member",
  },
  {
    words: ['optional', 'default'],
    when: ({ as }) => as === 'part',
    found: 'on what has no name to be omitted',
    expected: 'it on a member',
  },
  {
    words: ['optional', 'default', 'nullable'],
    when: ({ as, of }) => as === 'member' && of === 'path',
    found: 'in a path',
    expected: 'a member that is always given',
  },
  {
    words: ['default'],
    when: isChosenMember,
    found: 'within a choice, where nothing is filled in',
    expected: "'optional'",
  },
  {
    words: ['nullable'],
    when: (declared) => isChosenMember(declared) && !declared.field.optional,
    found: 'within a choice, where nothing is filled in',
    expected: "'optional' too",
  },
  {
    words: ['default'],
    when: ({ field }) => field.optional === true || field.from !== undefined,
    found: "beside 'optional' or 'from'",
    expected: 'one of them',
  },
  {
    // Nothing would hold it there: no foreign key, and no look at whose the other record is.
    words: ['ref'],
    when: ({ of, as }) => of === 'record' && as !== 'column',
    found: 'inside a value',
    expected: "a field of its own, or format 'uuid'",
  },
  {
    words: ['onDelete'],
    when: ({ as, field }) => as === 'column' && field.ref === undefined,
    found: "without 'ref'",
    expected: 'it beside a reference',
  },
]
