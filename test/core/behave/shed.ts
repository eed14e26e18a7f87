/** A module whose one operation does what the test that asks for it says. */
import * as Effect from 'effect/Effect'
import {
  behaviour,
  defineError,
  defineEvent,
  defineJob,
  defineModule,
  defineOperation,
  defineResource,
  defineSubscription,
  type Failure,
  type Json,
  type OperationContext,
} from '#definitions'

export const scope = 'api:shed:use'

export const spade = defineResource({
  name: 'spade',
  doc: 'Something to dig with.',
  path: '/api/v1/spades',
  fields: {
    name: { type: 'string', maxLength: 100, search: true },
    maker: { type: 'string', maxLength: 100, nullable: true, search: true },
    owner: { type: 'string', maxLength: 200, from: 'account.name' },
    size: { type: 'integer', default: 3 },
    marks: { type: 'array', items: { type: 'string', maxLength: 20 }, default: [] },
    parts: { type: 'array', items: { type: 'object', properties: { of: { type: 'string' } } }, default: [] },
    bought_on: { type: 'string', format: 'date', nullable: true },
    picture: { type: 'string', format: 'byte', nullable: true },
    like_id: { ref: 'spade', nullable: true, onDelete: 'clear' },
    secret: { type: 'string', maxLength: 100, nullable: true, readOnly: true },
  },
  states: {
    initial: 'here',
    final: ['broken'],
    transitions: { lend: { from: ['here'], to: 'away' }, return: { from: ['away'], to: 'here' }, smash: { from: ['here', 'away'], to: 'broken' } },
  },
  unique: { name: { fields: ['account_id', 'name'], error: 'ALREADY_EXISTS' } },
  operations: { list: { scope }, get: { scope }, delete: { scope } },
})

export const bucket = defineResource({
  name: 'bucket',
  doc: 'Something to carry with; it belongs to nobody.',
  owner: 'none',
  id: 'uuid4',
  timestamps: false,
  fields: { litres: { type: 'number' }, spade_id: { ref: 'spade', nullable: true } },
})

export const dug = defineEvent({ name: 'spade.dug', doc: 'A hole was dug.', payload: { id: { ref: 'spade' }, depth: { type: 'integer', default: 1 } } })

export const fill = defineJob({ name: 'fill-hole', doc: 'Fills a hole.', payload: { id: { ref: 'spade' }, depth: { type: 'integer' } }, retry: ['300ms', '300ms'] })

const onDug = defineSubscription({ name: 'on-dug', doc: 'Whatever the test says.', event: 'spade.dug' })

const attempt = defineOperation({
  name: 'shed.attempt',
  doc: 'Does what the test says.',
  method: 'POST',
  path: '/api/v1/shed',
  scope,
  output: { anyOf: [{ type: 'object', additionalProperties: true }, { type: 'array', items: { type: 'object', additionalProperties: true } }, { type: 'boolean' }, { type: 'string' }, { type: 'integer' }] },
  errors: ['SHED_CLOSED', 'SHED_FULL'],
})

type Codes = 'SHED_CLOSED' | 'SHED_FULL' | 'NOT_FOUND'
type Context = OperationContext<typeof attempt>

/** What the next request does, what the subscriber does, and what the job does. Renewed by each test. */
export const says: {
  program: (context: Context) => Effect.Effect<Json, Failure<Codes>>
  onDug: (context: Parameters<typeof listening.program>[0]) => Effect.Effect<void>
  fill: typeof filling.program
} = {
  program: () => Effect.succeed(null),
  onDug: () => Effect.void,
  fill: () => Effect.void,
}

const attempting = behaviour(attempt, (context) => says.program(context))
const listening = { program: (_: import('#definitions').SubscriptionContext) => Effect.void }
const filling = { program: (_: import('#definitions').JobContext<typeof fill>): Effect.Effect<void, import('#definitions').JobFailed> => Effect.void }

export default defineModule({
  name: 'shed',
  doc: 'Spades for tests.',
  scopes: { [scope]: 'Use the shed.' },
  settings: { size: { type: 'integer', default: 4 }, names: { type: 'array', items: { type: 'string' }, default: ['a'] } },
  definitions: [
    spade,
    bucket,
    dug,
    fill,
    onDug,
    attempt,
    defineError({ code: 'SHED_CLOSED', status: 409, message: 'The shed is closed.' }),
    defineError({ code: 'SHED_FULL', status: 402, message: 'The shed is full.' }),
  ],
  behaviours: [attempting, behaviour(onDug, (context) => says.onDug(context)), behaviour(fill, (context) => says.fill(context))],
})
