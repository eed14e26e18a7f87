/** What every operation of every module promises by being declared, derived from the Model: no module is named here. */
import { glob } from 'node:fs/promises'
import { resolve } from 'node:path'
import t from 'tap'
import type { ModelOperation } from '#core/model.ts'
import type { Json } from '#definitions'
import { builtInModules } from '#modules/index.ts'
import { type Answered, unknownId } from '#test/caller.ts'
import { startSystem } from '#test/system.ts'
import { boundsOf, brokenOf, type Tried } from './values.ts'
import { type Asked, makeWorld } from './world.ts'

const plugins = await Array.fromAsync(glob('{examples,test/library,test/core/act}/**/module.ts'))
const modules = [...builtInModules.map(({ name }) => name), ...plugins.sort().map((path) => resolve(path))]
const system = await startSystem(t, { modules, settings: { http: { rateLimit: null } } })
const { plan, account } = system
const world = makeWorld(system)
const all = [...plan.scopes]
const [us, them] = [await world.newcomer(), await world.newcomer()]

for (const operation of Object.values(plan.operations)) {
  const { name, method, path, auth, feature, body, query } = operation

  t.test(`${method} ${path} (${name}) keeps what its declaration promises`, async (t) => {
    /** Asks, and tells what is wrong with the answer in itself. */
    const faults: string[] = []
    const ask = async (what: string, given: Asked = {}, citizen = us): Promise<Answered<Json>> => {
      const answered = await citizen.ask(operation, given)
      for (const fault of world.faultsOf(operation, answered))
        faults.push(`${what}: ${fault}: ${answered.text.slice(0, 200)}`)
      return answered
    }
    const refused = async (what: string, expected: string, given: Asked, citizen = us): Promise<string> => {
      const { status, json, text } = await ask(what, given, citizen)
      const found = `${status} ${json.code ?? json.error ?? 'accepted'}`
      if (found !== expected) faults.push(`${what}: ${found}, not ${expected}`)
      return text
    }

    const { status, text } = await ask('asked as it should be')
    if (status !== operation.status && !isOwnRefusal(operation, text))
      faults.push(`is refused what it should take: ${text}`)

    if (auth.kind !== 'public') {
      await refused('without a credential', '401 UNAUTHENTICATED', { key: undefined })
      await refused('with a credential of nobody', '401 UNAUTHENTICATED', { key: `${us.key}x` })
    }
    if (auth.kind === 'key') await refused('with a token', '401 UNAUTHENTICATED', { key: us.token })
    if (auth.kind === 'token') await refused('with an API key', '401 UNAUTHENTICATED', { key: us.key })
    if (auth.kind === 'scope') {
      const features = Object.fromEntries(Object.keys(plan.model.features).map((each) => [each, true]))
      const keys = await account({ features })
      const others = await keys.key(all.filter((scope) => scope !== auth.scope))
      await refused('with every other scope', '403 INSUFFICIENT_SCOPE', { key: others })
      const only = await ask('with this scope alone', {
        key: await keys.key([auth.scope]),
        params: paramsOf(operation, unknownId),
      })
      if (only.json.code === 'INSUFFICIENT_SCOPE') faults.push(`its scope is not enough: ${only.text}`)
    }
    if (feature !== null) {
      const features = { [feature]: false }
      await refused('without its feature', '403 FEATURE_DISABLED', { key: await (await account({ features })).key() })
    }

    for (const [parameter, resource] of world.recordsIn(operation)) {
      const theirs = await them.make(resource)
      if (theirs === undefined || resource.owner !== 'account') continue
      const sent = await us.body(operation)
      const byId = (id: string): Asked => ({
        params: { ...paramsOf(operation, unknownId), [parameter]: id },
        body: sent,
      })
      const unknown = await refused('of a record that is not there', '404 NOT_FOUND', byId(unknownId))
      const stranger = await refused("of another account's record", '404 NOT_FOUND', byId(theirs))
      if (unknown !== stranger) faults.push(`tells another account's record from none: ${stranger}`)
      const still = Object.values(plan.operations).find((each) => each.name === `${resource.name}.get`)
      if (still !== undefined && (await them.ask(still, { params: { id: theirs } })).status !== 200)
        faults.push("another account's record is gone")
      for (const id of ['x', `${unknownId}0`, '\0', '', "' or true --", '../..', 'é'.repeat(100)]) {
        if (id === '') continue
        await refused(`of a record with the id ${JSON.stringify(id)}`, '404 NOT_FOUND', byId(id))
      }
      if (body !== null) {
        const malformed = { params: { ...paramsOf(operation, unknownId), [parameter]: 'x' }, body: 'no object' }
        await refused('with a malformed id and a bad body', '400 Invalid input', malformed)
      }
    }

    for (const tried of body === null ? [] : brokenOf(body)) {
      const told = await ask(`${tried.path} is ${tried.name}`, {
        params: paramsOf(operation, unknownId),
        body: tried.value,
      })
      if (told.status !== 400 || told.json.code !== undefined || !isTold(told, 'body', tried))
        faults.push(`${tried.path}, ${tried.name}, is answered ${told.status} ${told.text.slice(0, 300)}`)
    }
    for (const tried of body === null ? [] : boundsOf(body)) {
      const given = await us.body(operation)
      const sent =
        typeof tried.value === 'object' && !Array.isArray(tried.value)
          ? { ...Object(given), ...tried.value, ...references(operation, given) }
          : tried.value
      const told = await ask(`${tried.path} is ${tried.name}`, { body: sent })
      if (told.status === 400 && told.json.error === 'Invalid input')
        faults.push(`${tried.path}, ${tried.name}, is refused: ${told.text.slice(0, 300)}`)
    }

    for (const tried of brokenOf(query)) {
      const value: { readonly [name: string]: Json } = Object(tried.value)
      const [, member = ''] = tried.path.split('/')
      if (member === '' || !isSaidByAnAddress(query, member, value)) continue
      const params = paramsOf(operation, unknownId)
      const told = await ask(`?${tried.path} is ${tried.name}`, { params, query: toQuery(value) })
      if (told.status !== 400 || !isTold(told, 'query', tried))
        faults.push(`?${toQuery(value)} is answered ${told.text.slice(0, 200)}`)
    }
    for (const tried of boundsOf(query)) {
      const value = Object(tried.value)
      const told = await ask(`?${tried.path} is ${tried.name}`, { query: toQuery(value) })
      const isCursor = told.json.details?.every((detail) => detail.path === '/cursor') === true
      if (told.status === 400 && told.json.error === 'Invalid input' && !isCursor)
        faults.push(`?${toQuery(value).slice(0, 200)} is refused: ${told.text.slice(0, 300)}`)
    }
    t.strictSame(faults, [])
  })
}

t.test('a record moves along the declared transitions and along no other, wherever it stands', async (t) => {
  const machines = Object.values(plan.model.resources).filter(({ states }) => states !== null)
  for (const resource of machines) {
    const machine = resource.states
    if (machine === null) continue
    const moves = Object.values(plan.operations).filter(
      (each) => each.resource === resource.name && each.action.kind === 'transition',
    )
    const ways: { readonly [state: string]: readonly ModelOperation[] } = waysFrom(machine, moves)
    for (const [state, way] of Object.entries(ways)) {
      for (const move of moves) {
        const id = await us.make(resource)
        if (id === undefined) continue
        for (const step of way) await us.ask(step, { params: { id } })
        const transition = transitionOf(machine, move)
        const { status, json } = await us.ask(move, { params: { id } })
        const found = status === 200 ? Object(json.data)[machine.field] : json.code
        t.equal(
          found,
          transition.from.includes(state) ? transition.to : transition.refused,
          `${move.name} from ${state}`,
        )
      }
    }
  }
})

t.test('nothing that was asked was a defect', async (t) => {
  t.strictSame(
    system.logged.filter((line) => line.includes('a defect')),
    [],
  )
})

type Machine = NonNullable<(typeof plan.model.resources)[string]['states']>

const transitionOf = ({ transitions }: Machine, { action, name }: ModelOperation) => {
  const found = transitions.find((each) => action.kind === 'transition' && each.name === action.transition)
  if (found === undefined) throw new Error(`${name} has no transition`)
  return found
}

/** The shortest way to each state that clients can reach, as operations. */
const waysFrom = (machine: Machine, moves: readonly ModelOperation[]) => {
  const ways: { [state: string]: readonly ModelOperation[] } = { [machine.initial]: [] }
  for (let grew = true; grew; ) {
    grew = false
    for (const [state, way] of Object.entries(ways)) {
      for (const move of moves) {
        const { from, to } = transitionOf(machine, move)
        if (!from.includes(state) || to in ways) continue
        ways[to] = [...way, move]
        grew = true
      }
    }
  }
  return ways
}

/** Ids that nobody has: what is asked about the body needs no record. */
const paramsOf = ({ path }: ModelOperation, id: string): { readonly [name: string]: string } =>
  Object.fromEntries([...path.matchAll(/\{([^}]+)\}/g)].map(([, name = '']) => [name, id]))

const toQuery = (value: { readonly [name: string]: Json }): string =>
  Object.entries(value)
    .map(([name, each]) => `${name}=${encodeURIComponent(String(each))}`)
    .join('&')

/** Whether an address can say it: no null, no lists, and of what is text anyway no other type. */
const isSaidByAnAddress = ({ properties }: ModelOperation['query'], member: string, value: object): boolean => {
  const said: unknown = Reflect.get(value, member)
  if (!Object.hasOwn(value, member)) return true
  if (typeof said === 'string') return said.isWellFormed()
  const schema: { readonly type?: Json; readonly enum?: Json } = Object(Object(properties)[member])
  return (typeof said === 'number' || typeof said === 'boolean') && schema.type !== 'string'
}

/** Whether a fault is told of the place that is at fault, or of what it is a part of. */
const isTold = ({ json }: Answered<Json>, where: string, { path }: Tried): boolean =>
  json.details?.some(
    (detail) => detail.in === where && (detail.path === path || path.startsWith(`${detail.path}/`)),
  ) === true

const references = ({ resource }: ModelOperation, given: Json | undefined): { readonly [name: string]: Json } => {
  const members = Object(given)
  const fields = plan.model.resources[resource ?? '']?.fields ?? []
  return Object.fromEntries(
    fields.flatMap(({ name, ref }) => (ref !== null && name in members ? [[name, members[name]]] : [])),
  )
}

/** An operation of its own may know more rules than its schema: then it refuses with what it declares. */
const isOwnRefusal = ({ errors, action }: ModelOperation, text: string): boolean => {
  const { code } = JSON.parse(text)
  return action.kind === 'behaviour' && (errors.includes(code) || code === 'NOT_FOUND')
}
