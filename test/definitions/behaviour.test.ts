/** What a behaviour is given and must give back follows from its definition. `tsc` fails where an expected error is not raised. */
import * as Effect from 'effect/Effect'
import { test } from 'tap'
import {
  behaviour,
  type Caller,
  defineJob,
  defineOperation,
  definePage,
  type Failure,
  type JobFailed,
} from '#definitions'
import { is } from './is.ts'

const mark = defineOperation({
  name: 'exam.mark',
  doc: 'Marks an exam.',
  method: 'POST',
  path: '/api/v1/exams/{id}/mark',
  query: { strict: { type: 'boolean', default: false }, by: { type: 'string', optional: true } },
  body: {
    type: 'object',
    properties: {
      points: { type: 'integer' },
      note: { type: 'string', nullable: true },
      grades: { type: 'array', items: { enum: ['a', 'b'] } },
      more: { type: 'object', properties: { deep: { const: 3 } }, optional: true },
    },
  },
  output: { type: 'object', properties: { passed: { type: 'boolean' }, grade: { enum: ['a', 'b'], nullable: true } } },
  errors: ['EXAM_OPEN', 'EXAM_LOST'],
})

test('an operation: its input', async (t) => {
  const served = behaviour(mark, ({ input, caller, now }) => {
    is<Caller>(caller)
    is<string>(now)
    is<string>(input.params.id ?? '')
    is<boolean>(input.query.strict)
    is<string | undefined>(input.query.by)
    is<number>(input.body.points)
    is<string | null>(input.body.note)
    is<readonly ('a' | 'b')[]>(input.body.grades)
    is<3 | undefined>(input.body.more?.deep)
    // @ts-expect-error: points are a number
    is<symbol>(input.body.points)
    // @ts-expect-error: a note may be null
    is<string>(input.body.note)
    // @ts-expect-error: a grade is one of two
    is<readonly 'a'[]>(input.body.grades)
    // @ts-expect-error: the query has no member 'strickt'
    is<unknown>(input.query.strickt)
    // @ts-expect-error: the body has no member 'point'
    is<unknown>(input.body.point)
    // @ts-expect-error: what is optional may be absent
    is<string>(input.query.by)
    return Effect.succeed({ passed: true, grade: null })
  })
  t.match(served, { kind: 'operation', serves: 'exam.mark' })
})

test('an operation without a body is given none, and one without a caller none either', async (t) => {
  const named = { doc: 'x', method: 'POST', path: '/p', output: { type: 'boolean' } } as const
  const open = defineOperation({ ...named, name: 'exam.open', auth: 'public' })
  const read = defineOperation({ ...named, name: 'exam.read', auth: 'key' })
  const served = [
    behaviour(open, ({ input, caller }) => {
      is<undefined>(input.body)
      is<undefined>(caller)
      // @ts-expect-error: nobody asks
      is<symbol>(caller)
      return Effect.succeed(true)
    }),
    behaviour(read, ({ caller }) => Effect.succeed(caller.scopes.length > 0)),
  ]
  t.equal(served.length, 2)
})

test('an operation: its output', async (t) => {
  const served = [
    behaviour(mark, () => Effect.succeed({ passed: false, grade: 'b' })),
    // @ts-expect-error: 'grade' is missing
    behaviour(mark, () => Effect.succeed({ passed: true })),
    // @ts-expect-error: 'passed' is no text
    behaviour(mark, () => Effect.succeed({ passed: 'yes', grade: null })),
    // @ts-expect-error: no grade 'c'
    behaviour(mark, () => Effect.succeed({ passed: true, grade: 'c' })),
    // @ts-expect-error: nothing is given back
    behaviour(mark, () => Effect.void),
  ]
  t.equal(served.length, 5)
})

test('an operation: its failures', async (t) => {
  const served = [
    behaviour(mark, ({ fail }) => fail('EXAM_OPEN', { message: 'Not yet.' })),
    // Every operation may fail so.
    behaviour(mark, ({ fail }) => fail('NOT_FOUND')),
    // @ts-expect-error: 'EXAM_GONE' is not declared
    behaviour(mark, ({ fail }) => fail('EXAM_GONE')),
    // @ts-expect-error: a failure says no 'reason'
    behaviour(mark, ({ fail }) => fail('EXAM_OPEN', { reason: 'x' })),
    // @ts-expect-error: a failure that `fail` did not make is none that is declared
    behaviour(mark, () => Effect.fail(new Error('no'))),
    // @ts-expect-error: 'EXAM_GONE' is not declared, wherever it comes from
    behaviour(mark, () => Effect.fail<Failure<'EXAM_GONE'>>({ _tag: 'Failure', code: 'EXAM_GONE' })),
    behaviour(mark, ({ fail }) =>
      Effect.gen(function* () {
        yield* Effect.succeed(1)
        // @ts-expect-error: 'EXAM_GONE' is not declared, in a generator either
        if (Date.now() === 0) return yield* fail('EXAM_GONE')
        if (Date.now() === 1) return yield* fail('EXAM_LOST')
        return { passed: true, grade: 'a' as const }
      }),
    ),
  ]
  t.equal(served.length, 7)
})

test('an operation that declares no error fails as every operation may, and no other way', async (t) => {
  const read = defineOperation({ name: 'exam.read', doc: 'x', method: 'GET', path: '/e', output: { type: 'integer' } })
  const served = [
    behaviour(read, ({ fail }) => fail('NOT_FOUND')),
    // @ts-expect-error: 'EXAM_OPEN' is another operation's
    behaviour(read, ({ fail }) => fail('EXAM_OPEN')),
  ]
  t.equal(served.length, 2)
})

test('a job: its payload, and how it fails', async (t) => {
  const grade = defineJob({
    name: 'grade-exam',
    doc: 'Grades an exam.',
    payload: { id: { ref: 'exam' }, tries: { type: 'integer', default: 0 }, why: { type: 'string', optional: true } },
  })
  const served = [
    behaviour(grade, ({ payload, attempt, signal, within, fail }) => {
      is<string>(payload.id)
      is<number>(payload.tries)
      is<string | undefined>(payload.why)
      is<number>(attempt)
      is<AbortSignal>(signal)
      is<Effect.Effect<never, JobFailed>>(fail('Away.', { permanent: true }))
      // @ts-expect-error: an id is text
      is<symbol>(payload.id)
      // @ts-expect-error: the payload has no member 'exam'
      is<unknown>(payload.exam)
      return within(({ now }) => Effect.asVoid(Effect.succeed(now)))
    }),
    behaviour(grade, ({ fail }) => fail('Away.')),
    // @ts-expect-error: a job fails with what `fail` makes
    behaviour(grade, () => Effect.fail(new Error('no'))),
  ]
  t.equal(served.length, 3)
})

test('a page: HTML as text, and its failures', async (t) => {
  const page = definePage({ name: 'exam.page', doc: 'x', path: '/e/{slug}', errors: ['EXAM_OPEN'] })
  const served = [
    behaviour(page, ({ input, fail }) => (input.params.slug === '' ? fail('EXAM_OPEN') : Effect.succeed('<p>'))),
    // @ts-expect-error: a page is text
    behaviour(page, () => Effect.succeed(3)),
    // @ts-expect-error: 'EXAM_LOST' is not declared
    behaviour(page, ({ fail }) => fail('EXAM_LOST')),
  ]
  t.equal(served.length, 3)
})
