import fc from 'fast-check'
import { parseCronItem } from 'graphile-worker'
import { test } from 'tap'
import { cronFault } from '#core/check/cron-is-well-formed.ts'
import { defineEvent, type Fields, type Job } from '#definitions'
import { faultsOf, moduleOf, pupil } from './faults-of.ts'

const job = (more: Partial<Job> = {}): Job => ({ kind: 'job', name: 'sweep', doc: 'Sweeps.', payload: {}, ...more })

const id = { type: 'string', format: 'uuid' } as const

test('a job that starts by itself says when, and is given nothing', async (t) => {
  t.same(faultsOf(moduleOf([job({ cron: '15 24 * * *', payload: { id } })])), [
    "school: sweep.cron: '24' is no hour, 0 to 23; expected minute, hour, day, month, day of the week: `15 3 * * *`",
    'school: sweep.payload.id: a payload for what starts by itself; expected none',
  ])
  t.same(faultsOf(moduleOf([job({ cron: 'daily' })])), [
    'school: sweep.cron: found 1 parts; expected minute, hour, day, month, day of the week: `15 3 * * *`',
  ])
  t.same(faultsOf(moduleOf([job({ cron: '*/15 0-6,12 1 1-12 5-7' })])), [])
})

test('what is taken for a cron expression is what graphile-worker takes', async (t) => {
  const number = fc.integer({ min: 0, max: 70 }).map(String)
  const item = fc.oneof(
    number,
    fc.tuple(number, number).map(([from, to]) => `${from}-${to}`),
    fc.constantFrom('*', '*/0', '*/5', '*/', '5/2', '', '-', 'x'),
  )
  const part = fc.array(item, { minLength: 1, maxLength: 2 }).map((items) => items.join(','))
  const expression = fc.array(part, { minLength: 4, maxLength: 6 }).map((parts) => parts.join(' '))
  const isTaken = (cron: string) => {
    try {
      parseCronItem({ task: 'a', match: cron })
      return true
    } catch {
      return false
    }
  }
  const small = fc.tuple(...Array.from({ length: 5 }, () => fc.integer({ min: 0, max: 8 }).map(String)))
  fc.assert(
    fc.property(expression, (cron) => isTaken(cron) === (cronFault(cron) === null)),
    { numRuns: 500 },
  )
  fc.assert(fc.property(small, (parts) => isTaken(parts.join(' ')) === (cronFault(parts.join(' ')) === null)))
  t.pass('for 600 expressions')
})

test('waits and limits are durations, and a limit is what a timer measures', async (t) => {
  t.same(faultsOf(moduleOf([job({ timeout: '1 m', retry: ['1m', '90'] })])), [
    'school: sweep.timeout: found "1 m"; expected a duration such as `300ms`, `30s`, `1m`, `2h` or `5d`',
    'school: sweep.retry[1]: found "90"; expected a duration such as `300ms`, `30s`, `1m`, `2h` or `5d`',
  ])
  t.same(faultsOf(moduleOf([job({ timeout: '25d' })])), [
    'school: sweep.timeout: longer than a timer runs; expected at most `24d`',
  ])
})

test('what a record hands on, its id, is what events and jobs declare', async (t) => {
  const school = (made: Fields, sweep: Fields) =>
    moduleOf([
      pupil({
        events: { created: 'pupil.made' },
        states: {
          initial: 'in',
          final: ['out'],
          transitions: { go: { from: ['in'], to: 'out', event: 'pupil.made', job: 'sweep' } },
        },
      }),
      defineEvent({ name: 'pupil.made', doc: 'x', payload: made }),
      job({ payload: sweep }),
    ])
  t.same(faultsOf(school({ id, name: { type: 'string' } }, { pupil: id })), [
    "school: pupil.events.created: its payload requires 'name', which it is not given",
    "school: pupil.states.transitions.go.event: its payload requires 'name', which it is not given",
    "school: pupil.states.transitions.go.job: its payload has no 'id', which it is given",
    "school: pupil.states.transitions.go.job: its payload requires 'pupil', which it is not given",
  ])
  t.same(faultsOf(school({ id: { ref: 'pupil' } }, { id, again: { type: 'boolean', optional: true } })), [])
})

test("an event's payload is what the job of a subscription declares", async (t) => {
  const events = [
    defineEvent({ name: 'pupil.made', doc: 'x', payload: { id, age: { type: 'integer', nullable: true } } }),
    defineEvent({ name: 'pupil.gone', doc: 'x', payload: { id } }),
  ]
  const hearing = (event: string, payload: Fields) =>
    faultsOf(
      moduleOf([...events, job({ payload }), { kind: 'subscription', name: 'hear', doc: 'x', event, job: 'sweep' }]),
    )
  t.same(hearing('pupil.made', { id, age: { type: 'integer' } }), [
    "school: hear.job: its payload's 'age' is another type than it is given",
  ])
  t.same(hearing('pupil.made', { id, agee: { type: 'integer', nullable: true } }), [
    "school: hear.job: its payload has no 'age', which it is given; did you mean 'agee'?",
  ])
  t.same(hearing('pupil.gone', { id }), [])
  t.same(hearing('*', { id }), ["school: hear.job: its payload has no 'age', which it is given"])
})
