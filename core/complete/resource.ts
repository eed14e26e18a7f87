import type { Resource } from '#definitions'
import type { ModelField, ModelResource } from '../model.ts'
import { completeField, inherentField } from './field.ts'
import { completeMachine } from './machine.ts'

/** A declared resource with nothing left open; its fields are all columns of its table, in order. */
export const completeResource = (module: string, resource: Resource, quotaCounts: boolean): ModelResource => {
  const plural = resource.plural ?? `${resource.name}s`
  const states = resource.states === undefined ? null : completeMachine(resource.states)
  const owner = resource.owner ?? 'account'
  const timestamps = resource.timestamps ?? true
  const operations = Object.entries(resource.operations ?? {})
  const fields: readonly ModelField[] = [
    ...(resource.key === undefined ? [inherentField('id', { type: 'string', format: 'uuid' })] : []),
    ...(owner === 'account' ? [inherentField('account_id', { type: 'string', format: 'uuid' }, false)] : []),
    ...Object.entries(resource.fields).map(([name, field]) => completeField(name, field)),
    ...(states === null ? [] : [inherentField(states.field, { enum: [...states.states] })]),
    ...(timestamps ? ['created_at', 'updated_at'].map((name) => inherentField(name, time)) : []),
  ]
  return {
    name: resource.name,
    module,
    doc: resource.doc,
    plural,
    path: resource.path ?? null,
    table: resource.table ?? plural.replaceAll('-', '_'),
    was: resource.was ?? null,
    owner,
    id: resource.id ?? 'uuid7',
    key: resource.key ?? ['id'],
    timestamps,
    fields,
    unique: Object.entries(resource.unique ?? {}).map(([name, { fields: members, error }]) => ({
      name,
      fields: members,
      error: error ?? 'ALREADY_EXISTS',
    })),
    indexes: Object.entries(resource.indexes ?? {}).map(([name, members]) => ({ name, fields: members })),
    states,
    events: {
      created: resource.events?.created ?? null,
      replaced: resource.events?.replaced ?? null,
      deleted: resource.events?.deleted ?? null,
    },
    retention:
      resource.retention === undefined
        ? null
        : {
            after: resource.retention.after,
            since: resource.retention.since ?? 'created_at',
            where: resource.retention.where ?? {},
          },
    counted:
      owner === 'account' &&
      (quotaCounts || operations.some(([name, { paging }]) => name === 'list' && (paging ?? 'page') === 'page')),
    searched: fields.some(({ search }) => search),
  }
}

const time = { type: 'string', format: 'date-time' } as const
