/** A module whose operations do what a test needs: wait until they are told, break, refuse, answer a secret. */
import * as Effect from 'effect/Effect'
import {
  behaviour,
  defineError,
  defineModule,
  defineOperation,
  definePage,
  defineQuota,
  defineResource,
  type Json,
} from '#definitions'

const scope = 'api:workshop:use'

/** What has been done, and what is waited for; shared with the tests, which run in the same process. */
export const bench = {
  runs: 0,
  /** Resolves when the next wait has begun. */
  begun: Promise.withResolvers<void>(),
  /** Waits end when this resolves. */
  finish: Promise.withResolvers<void>(),
  renew: () => {
    bench.runs = 0
    bench.begun = Promise.withResolvers()
    bench.finish = Promise.withResolvers()
  },
}

const count = Effect.sync(() => {
  bench.runs += 1
})

const done = { type: 'object', properties: { run: { type: 'integer' } } } as const

const answer = Effect.map(count, () => ({ run: bench.runs }))

/** A tool, so that what was begun can be seen to be undone. */
export const tool = defineResource({
  name: 'tool',
  doc: 'Something to work with.',
  fields: { name: { type: 'string', maxLength: 100 } },
})

/** Few, and no two with one number. */
const locker = defineResource({
  name: 'locker',
  doc: 'A place to put tools into.',
  path: '/api/v1/lockers',
  fields: {
    number: { type: 'integer', unique: true },
    owner: { type: 'string', maxLength: 100, from: 'account.name' },
  },
  operations: {
    list: { scope },
    create: { scope, quota: 'lockers' },
    replace: { scope },
    delete: { scope },
  },
})

const lockers = defineQuota({
  name: 'lockers',
  doc: 'How many lockers.',
  counts: 'locker',
  default: 2,
  error: 'LOCKED_TOOL',
})

const wait = defineOperation({
  name: 'tool.wait',
  doc: 'Waits until it is told to go on.',
  method: 'POST',
  path: '/api/v1/workshop/wait',
  scope,
  body: { type: 'object', additionalProperties: true },
  output: done,
})

const waiting = behaviour(wait, () =>
  Effect.gen(function* () {
    yield* count
    bench.begun.resolve()
    yield* Effect.promise(() => bench.finish.promise)
    return { run: bench.runs }
  }),
)

const smash = defineOperation({
  name: 'tool.smash',
  doc: 'Has a defect.',
  method: 'POST',
  path: '/api/v1/workshop/smash',
  scope,
  output: done,
})

/** What stands in the log, and nowhere else. */
export const inTheLog = 'the hammer of relation "tools" broke'

const smashing = behaviour(smash, ({ store }) =>
  Effect.gen(function* () {
    yield* count
    yield* store.insert(tool, { name: 'hammer' })
    return yield* Effect.die(new Error(inTheLog))
  }),
)

const tell = defineOperation({
  name: 'tool.tell',
  doc: 'Answers a secret.',
  method: 'POST',
  path: '/api/v1/workshop/tell',
  scope,
  output: { type: 'object', properties: { run: { type: 'integer' }, word: { type: 'string', secret: true } } },
  status: 201,
})

export const secretWord = 'open sesame, said the workshop'

const telling = behaviour(tell, () => Effect.map(answer, ({ run }) => ({ run, word: secretWord })))

/** A refusal for each status that matters to what is kept. */
export const refusals = {
  BROKEN_TOOL: 400,
  UNPAID_TOOL: 402,
  LOCKED_TOOL: 403,
  MISSING_TOOL: 404,
  BUSY_TOOL: 409,
  ODD_TOOL: 422,
  HURRIED_TOOL: 429,
  AWAY_TOOL: 503,
} as const

const codes = [
  'BROKEN_TOOL',
  'UNPAID_TOOL',
  'LOCKED_TOOL',
  'MISSING_TOOL',
  'BUSY_TOOL',
  'ODD_TOOL',
  'HURRIED_TOOL',
  'AWAY_TOOL',
] as const

const errors = codes.map((code) => defineError({ code, status: refusals[code], message: 'The tool will not.' }))

const refuse = defineOperation({
  name: 'tool.refuse',
  doc: 'Refuses, as it is asked to.',
  method: 'POST',
  path: '/api/v1/workshop/refuse',
  scope,
  body: { type: 'object', properties: { code: { enum: codes } } },
  output: done,
  errors: codes,
})

const refusing = behaviour(refuse, ({ input: { body }, store, fail }) =>
  Effect.gen(function* () {
    yield* count
    yield* store.insert(tool, { name: body.code })
    return yield* fail(body.code)
  }),
)

const ask = defineOperation({
  name: 'tool.ask',
  doc: 'Takes a query and no body.',
  method: 'POST',
  path: '/api/v1/workshop/ask',
  scope,
  query: { size: { type: 'integer', minimum: 1, maximum: 10, optional: true } },
  output: { type: 'object', properties: { run: { type: 'integer' }, size: { type: 'integer', nullable: true } } },
})

const asking = behaviour(ask, ({ input: { query } }) =>
  Effect.map(answer, ({ run }) => ({ run, size: query.size ?? null })),
)

const leave = defineOperation({
  name: 'tool.leave',
  doc: 'For everybody.',
  method: 'POST',
  path: '/api/v1/workshop/leave',
  auth: 'public',
  body: { type: 'object', properties: { name: { type: 'string', maxLength: 100 } } },
  output: done,
})

const leaving = behaviour(leave, () => answer)

const unlock = defineOperation({
  name: 'tool.unlock',
  doc: 'Needs a feature, a name and a good deal more: what is refused first, of many faults?',
  method: 'PUT',
  path: '/api/v1/workshop/tools/{id}',
  scope,
  feature: 'locks',
  body: { type: 'object', properties: { name: { type: 'string', minLength: 1, maxLength: 10 } } },
  output: done,
})

const unlocking = behaviour(unlock, () => answer)

const read = defineOperation({
  name: 'tool.read',
  doc: 'Reads what stands in the path, whatever it is.',
  method: 'GET',
  path: '/api/v1/workshop/names/{name}',
  scope,
  params: { name: { type: 'string', maxLength: 100 } },
  output: { type: 'array', items: { type: 'object', additionalProperties: true } },
})

const reading = behaviour(read, ({ input: { params }, store }) =>
  Effect.map(store.select(tool, { name: params.name }), (tools) =>
    tools.map((each): { readonly [name: string]: Json } => ({ ...each })),
  ),
)

const keep = defineOperation({
  name: 'tool.keep',
  doc: 'Answers with what it is given.',
  method: 'POST',
  path: '/api/v1/workshop/keep',
  scope,
  body: { type: 'object', additionalProperties: true },
  output: { type: 'object', additionalProperties: true },
})

const keeping = behaviour(keep, ({ input: { body } }) => Effect.succeed(body))

const sign = definePage({
  name: 'tool.sign',
  doc: 'A sign that says what it is told; or refuses, or breaks.',
  path: '/workshop/{word}',
  errors: ['LOCKED_TOOL'],
})

const signing = behaviour(sign, ({ input: { params }, fail }) => {
  if (params.word === 'locked') return fail('LOCKED_TOOL', { message: 'Locked: <b>"keep out"</b> & stay.' })
  if (params.word === 'broken') return Effect.die(new Error(inTheLog))
  return Effect.succeed(`<!doctype html><title>${params.word?.length} letters</title>`)
})

export default defineModule({
  name: 'workshop',
  doc: 'Tools for tests.',
  scopes: { [scope]: 'Use the tools.', 'api:workshop:sweep': 'Nothing.' },
  features: { locks: { doc: 'Tools can be unlocked.', default: false } },
  definitions: [tool, locker, lockers, wait, smash, tell, refuse, ask, leave, unlock, read, keep, sign, ...errors],
  behaviours: [waiting, smashing, telling, refusing, asking, leaving, unlocking, reading, keeping, signing],
})
