/** What a behaviour may ask of its services follows from the definitions that it hands them. */
import type * as Effect from 'effect/Effect'
import { test } from 'tap'
import {
  defineEvent,
  defineExtensionPoint,
  defineJob,
  defineResource,
  type RecordOf,
  type Services,
} from '#definitions'
import { is } from './is.ts'

const exam = defineResource({
  name: 'exam',
  doc: 'x',
  fields: {
    title: { type: 'string' },
    note: { type: 'string', nullable: true },
    tags: { type: 'array', items: { type: 'string' }, default: [] },
    owner: { type: 'string', from: 'account.name' },
  },
  states: {
    initial: 'open',
    final: ['graded'],
    transitions: { submit: { from: ['open'], to: 'sent' }, grade: { from: ['sent'], to: 'graded' } },
  },
})
const word = defineResource({ name: 'word', doc: 'x', timestamps: false, fields: { text: { type: 'string' } } })
const seat = defineResource({ name: 'seat', doc: 'x', key: ['number'], fields: { number: { type: 'integer' } } })
const graded = defineEvent({
  name: 'exam.graded',
  doc: 'x',
  payload: { id: { ref: 'exam' }, score: { type: 'number', nullable: true } },
})
const tell = defineJob({
  name: 'tell',
  doc: 'x',
  payload: { id: { ref: 'exam' }, loud: { type: 'boolean', default: false } },
})
const blocks = defineExtensionPoint({
  name: 'page.blocks',
  doc: 'x',
  holds: { label: { type: 'string' } },
  input: { type: 'object', properties: { items: { type: 'integer' } } },
  output: { type: 'string' },
})

/** Never run: what compiles within it is the test. */
const unrun = (work: (services: Services) => void): typeof work => work

test('records: what is read', async (t) => {
  const work = unrun(({ store }) => {
    is<Effect.Effect<RecordOf<typeof exam> | undefined>>(store.find(exam, 'id'))
    const read = (record: RecordOf<typeof exam>, bare: RecordOf<typeof word>, keyed: RecordOf<typeof seat>) => {
      is<[string, string | null, readonly string[], string]>([record.title, record.note, record.tags, record.owner])
      is<[string, string, string, string]>([record.id, record.status, record.created_at, bare.id])
      // @ts-expect-error: a title is text
      is<symbol>(record.title)
      // @ts-expect-error: no member 'titel'
      is<unknown>(record.titel)
      // @ts-expect-error: a resource without timestamps has none
      is<unknown>(bare.created_at)
      // @ts-expect-error: a resource without states has none
      is<unknown>(bare.status)
      is<number>(keyed.number)
      // @ts-expect-error: what is identified otherwise has no id
      is<unknown>(keyed.id)
    }
    store.select(exam, { status: 'open', title: 'a' }, { limit: 3 })
    // @ts-expect-error: no member 'titel' to compare
    store.select(exam, { titel: 'a' })
    return read
  })
  t.type(work, 'function')
})

test('records: what is written', async (t) => {
  const work = unrun(({ store }) => {
    store.insert(exam, { title: 'a' })
    store.insert(exam, { title: 'a', note: null, tags: ['b'], owner: 'c' })
    // @ts-expect-error: 'title' must be given
    store.insert(exam, { note: 'a' })
    // @ts-expect-error: no member 'titel'
    store.insert(exam, { title: 'a', titel: 'b' })
    // @ts-expect-error: tags are a list of text
    store.insert(exam, { title: 'a', tags: [1] })
    store.update(exam, 'id', { note: null })
    // @ts-expect-error: the state is changed by a transition alone
    store.update(exam, 'id', { status: 'graded' })
    // @ts-expect-error: a title is never null
    store.update(exam, 'id', { title: null })
  })
  t.type(work, 'function')
})

test('transitions: those that are declared', async (t) => {
  const work = unrun(({ store }) => {
    store.transition(exam, 'id', 'submit')
    // @ts-expect-error: no transition 'sumbit'
    store.transition(exam, 'id', 'sumbit')
    // @ts-expect-error: 'graded' is a state
    store.transition(exam, 'id', 'graded')
    // @ts-expect-error: a resource without states has no transition
    store.transition(word, 'id', 'submit')
  })
  t.type(work, 'function')
})

test('events and jobs: their payloads', async (t) => {
  const work = unrun(({ emit, enqueue }) => {
    emit(graded, { id: 'a', score: 3 })
    emit(graded, { id: 'a' })
    // @ts-expect-error: 'id' must be given
    emit(graded, { score: 3 })
    // @ts-expect-error: a score is a number
    emit(graded, { id: 'a', score: 'high' })
    // @ts-expect-error: no member 'scor'
    emit(graded, { id: 'a', scor: 3 })
    is<Effect.Effect<string>>(enqueue(tell, { id: 'a' }, { after: '30s' }))
    enqueue(tell, { id: 'a', loud: true })
    // @ts-expect-error: 'id' must be given
    enqueue(tell, {})
    // @ts-expect-error: loud is true or false
    enqueue(tell, { id: 'a', loud: 1 })
    // @ts-expect-error: no option 'delay'
    enqueue(tell, { id: 'a' }, { delay: '30s' })
    // @ts-expect-error: an event is no job
    enqueue(graded, { id: 'a' })
  })
  t.type(work, 'function')
})

test('contributions: their data, what they are given and give back', async (t) => {
  const work = unrun(({ contributions }) => {
    for (const block of contributions(blocks)) {
      is<string>(block.data.label)
      is<Effect.Effect<string, unknown>>(block.run({ items: 3 }))
      // @ts-expect-error: a label is text
      is<symbol>(block.data.label)
      // @ts-expect-error: items are a number
      block.run({ items: 'three' })
    }
  })
  t.type(work, 'function')
})
