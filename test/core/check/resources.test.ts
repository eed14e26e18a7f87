import { test } from 'tap'
import type { Resource } from '#definitions'
import { faultsOf, faultsOfFields, faultsOfResource, moduleOf, pupil } from './faults-of.ts'

const text = { type: 'string', maxLength: 100 } as const

test('what a resource lists of its fields, it has', async (t) => {
  t.same(faultsOfResource({ unique: { once: { fields: ['nam', 'name', 'name'] } }, indexes: { by: [] } }), [
    "school: pupil.unique.once.fields[0]: no field 'nam'; did you mean 'name'?",
    "school: pupil.unique.once.fields[2]: 'name' is listed twice",
    'school: pupil.indexes.by: lists no field; expected at least one',
  ])
  t.same(faultsOfResource({ indexes: { by: ['account_id', 'creatd_at'] } }), [
    "school: pupil.indexes.by[1]: no field 'creatd_at'; did you mean 'created_at'?",
  ])
  t.same(faultsOfResource({ key: ['nmae'] }), ["school: pupil.key[0]: no field 'nmae'; did you mean 'name'?"])
  t.same(faultsOfResource({ key: ['name'], fields: { name: { ...text, nullable: true } } }), [
    "school: pupil.key[0]: 'name' may be null; expected a value in each row",
  ])
  t.same(faultsOfResource({ retention: { after: '1d', where: { nmae: 'x' } } }), [
    "school: pupil.retention.where.nmae: no field 'nmae'; did you mean 'name'?",
  ])
})

test('retention compares with values that the field can hold', async (t) => {
  t.same(faultsOfResource({ retention: { after: '1d', where: { name: 3 } } }), [
    'school: pupil.retention.where.name: 3 must be a string',
  ])
  const tags = { type: 'array', items: text } as const
  t.same(faultsOfResource({ fields: { tags }, retention: { after: '1d', where: { tags: [] } } }), [
    "school: pupil.retention.where.tags: 'tags' has no plain value; expected text, a number or a boolean",
  ])
})

test('what happens by itself counts from a time', async (t) => {
  t.same(faultsOfResource({ retention: { after: '1d', since: 'name' } }), [
    "school: pupil.retention.since: 'name' is no time; expected a field of format 'date-time'",
  ])
  t.same(faultsOfResource({ retention: { after: '1d', since: 'updatd_at' } }), [
    "school: pupil.retention.since: no field 'updatd_at'; expected a field of format 'date-time'; did you mean 'updated_at'?",
  ])
  t.same(faultsOfResource({ retention: { after: '1d' }, timestamps: false }), [
    "school: pupil.retention.since: no field 'created_at'; expected a field of format 'date-time'",
  ])
})

test('text that is searched or looked up has a bound', async (t) => {
  t.same(faultsOfFields({ name: { type: 'string', search: true }, mail: { type: 'string', unique: true } }), [
    "school: pupil.fields.name.search: searches text without a bound; expected 'maxLength'",
    "school: pupil.fields.mail.unique: text without a bound; expected at most 2704 bytes: 'maxLength', 4 bytes a character",
  ])
  const fields = { name: { type: 'string', maxLength: 500 }, nick: { type: 'string', maxLength: 400 } } as const
  t.same(faultsOfResource({ fields, unique: { once: { fields: ['name', 'nick'] } } }), [
    "school: pupil.unique.once: up to 3600 bytes; expected at most 2704 bytes: 'maxLength', 4 bytes a character",
  ])
  t.same(faultsOfResource({ fields, indexes: { by: ['name'] } }), [])
  const tags = { type: 'array', items: text } as const
  t.same(faultsOfResource({ fields: { tags }, indexes: { by: ['tags'] } }), [
    "school: pupil.indexes.by: 'tags' is an array; expected text, numbers, booleans and times",
  ])
  const list = { filters: { mail: 'mail' } }
  t.same(faultsOfResource({ fields: { mail: { type: 'string' } }, path: '/pupils', operations: { list } }), [
    "school: pupil.operations.list.filters.mail: text without a bound; expected at most 2704 bytes: 'maxLength', 4 bytes a character",
  ])
})

test('names fit into 63 bytes, those of indexes and constraints as they will be made', async (t) => {
  const long = `a${'b'.repeat(63)}`
  t.same(faultsOfResource({ fields: { [long]: text } }), [
    `school: pupil.fields.${long}: column '${long}' has 64 bytes; expected at most 63`,
  ])
  t.same(faultsOfResource({ table: long.slice(0, 50) }), [
    `school: pupil: index '${long.slice(0, 50)}_account_id_id_idx' has 68 bytes; expected at most 63`,
  ])
  const own = 'because_of_a_rather_long_name_that_somebody_gave_it'
  t.same(faultsOfResource({ fields: { [own]: { enum: ['a', 'b'] } } }), [
    `school: pupil: constraint 'pupils_${own}_check' has 64 bytes; expected at most 63`,
  ])
  t.same(faultsOfResource({ unique: { [own]: { fields: ['name'] } } }), [])
})

test('no two indexes have one name', async (t) => {
  const old = pupil({ name: 'pupil-name', plural: 'old', table: 'pupils_first', indexes: { name: ['name'] } })
  t.same(faultsOf(moduleOf([pupil({ indexes: { first_name: ['name'] } }), old])), [
    "school: pupil-name: index 'pupils_first_name_idx' has the name of an index of 'pupils'; expected another name",
  ])
})

test('a resource with operations has a path, an id and an order', async (t) => {
  t.same(faultsOfResource({ operations: { get: {} } }), ["school: pupil.path: operations without a 'path'"])
  t.same(faultsOfResource({ path: '/pupils', key: ['name'], operations: { get: {} } }), [
    "school: pupil.key: operations on rows without an id; expected no 'key'",
  ])
  const states = { initial: 'a', transitions: { go: { from: ['a'], to: 'b' } }, final: ['b'] }
  t.same(faultsOfResource({ key: ['name'], states }), [
    "school: pupil.key: states of rows without an id; expected no 'key'",
  ])
  t.same(faultsOfResource({ path: '/pupils', id: 'uuid4', timestamps: false, operations: { list: {} } }), [
    'school: pupil.operations.list: a list without an order; expected timestamps, or ids in order of time',
  ])
})

test('a reference is to rows with ids, and is cleared only where it may be null', async (t) => {
  const place = { ref: 'place', onDelete: 'clear' } as const
  const room: Resource = pupil({ name: 'place', key: ['name'] })
  t.same(faultsOf(moduleOf([pupil({ fields: { place } }), room])), [
    "school: pupil.fields.place.ref: 'place' has no id; expected a resource with ids",
    "school: pupil.fields.place.onDelete: 'clear' of what is never null; expected 'nullable'",
  ])
})

test('no two resources share a table or a plural, switched off or not', async (t) => {
  const other = pupil({ name: 'learner', plural: 'pupils' })
  t.same(faultsOf(moduleOf([pupil()]), moduleOf([other], { name: 'academy' })), [
    "school: pupil.table: 'pupils' is the table of 'learner' in 'academy' too; expected one resource for each table",
    "school: pupil.plural: 'pupils' is the plural of 'learner' in 'academy' too; expected one resource for each plural",
  ])
})
