/** A module whose one operation, subscriber and job do what the test says. */
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
  type Program,
} from '#definitions'

const scope = 'api:shed:use'

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
  },
  states: {
    initial: 'here',
    final: ['broken'],
    transitions: {
      lend: { from: ['here'], to: 'away' },
      return: { from: ['away'], to: 'here' },
      smash: { from: ['here', 'away'], to: 'broken' },
    },
  },
  unique: { name: { fields: ['account_id', 'name'] } },
  operations: { list: { scope }, get: { scope }, delete: { scope } },
})

export const bucket = defineResource({
  name: 'bucket',
  doc: 'Something to carry with. It belongs to nobody.',
  owner: 'none',
  id: 'uuid4',
  timestamps: false,
  fields: { litres: { type: 'number' }, spade_id: { ref: 'spade', nullable: true } },
})

export const dug = defineEvent({
  name: 'spade.dug',
  doc: 'A hole was dug.',
  payload: { id: { ref: 'spade' }, depth: { type: 'integer', default: 1 } },
})

export const fill = defineJob({
  name: 'fill-hole',
  doc: 'Fills a hole.',
  payload: { id: { ref: 'spade' }, depth: { type: 'integer' } },
  retry: ['300ms', '300ms'],
})

const onDug = defineSubscription({ name: 'on-dug', doc: 'What the test says.', event: 'spade.dug' })

const attempt = defineOperation({
  name: 'shed.attempt',
  doc: 'Does what the test says.',
  method: 'POST',
  path: '/api/v1/shed',
  scope,
  output: { type: 'object', additionalProperties: true },
  errors: ['SHED_CLOSED', 'SHED_FULL'],
})

interface Says {
  attempt: Program<typeof attempt>
  onDug: Program<typeof onDug>
  fill: Program<typeof fill>
}

const nothing: Says = {
  attempt: () => Effect.succeed({}),
  onDug: () => Effect.void,
  fill: () => Effect.void,
}

/** What they do. */
export const says: Says = { ...nothing }

export const sayNothing = (): void => void Object.assign(says, nothing)

export default defineModule({
  name: 'shed',
  doc: 'Spades for tests.',
  scopes: { [scope]: 'Use the shed.' },
  settings: {
    size: { type: 'integer', default: 4 },
    names: { type: 'array', items: { type: 'string', maxLength: 20 }, maxItems: 5, default: ['a'] },
  },
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
  behaviours: [
    behaviour(attempt, (context) => says.attempt(context)),
    behaviour(onDug, (context) => says.onDug(context)),
    behaviour(fill, (context) => says.fill(context)),
  ],
})
