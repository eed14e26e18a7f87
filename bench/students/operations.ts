import type { LoadRequest, RequestSource } from '../load-request.ts'
import { pick, type Random } from '../random.ts'
import { makeNeedle, makeStudent } from './roster.ts'

/** A key to an account, and the ids of the students in it. */
export type Account = { key: string; ids: readonly string[] }

export const operationNames = ['get', 'list', 'search', 'create', 'replace', 'mixed'] as const
export type OperationName = (typeof operationNames)[number]

type Operation = (account: Account, random: Random, number: number) => LoadRequest

export const path = '/api/v1/students'

const operations: Record<OperationName, Operation> = {
  get: ({ key, ids }, random) => ({ method: 'GET', path: `${path}/${pick(random, ids)}`, key, status: 200 }),
  list: ({ key }, random) => ({
    method: 'GET',
    path: `${path}?page=${1 + Math.floor(random() * 10)}&limit=20`,
    key,
    status: 200,
  }),
  search: ({ key }, random) => ({
    method: 'GET',
    path: `${path}?search=${encodeURIComponent(makeNeedle(random))}`,
    key,
    status: 200,
  }),
  create: ({ key }, random, number) => createRequest(key, random, number),
  replace: ({ key, ids }, random, number) => ({
    method: 'PUT',
    path: `${path}/${pick(random, ids)}`,
    key,
    status: 200,
    body: makeStudent(random, number),
  }),
  mixed: (account, random, number) => {
    const share = random()
    const name = share < 0.2 ? 'get' : share < 0.8 ? 'list' : share < 0.9 ? 'search' : 'create'
    return operations[name](account, random, number)
  },
}

export const createRequest = (key: string, random: Random, number: number): LoadRequest => ({
  method: 'POST',
  path,
  key,
  status: 201,
  body: makeStudent(random, number),
  keepAnswer: true, // the id, by which the row is deleted again
})

/** What the load generator's process calls: see `RequestSource`. */
export const requestSource: RequestSource<{ operation: OperationName; accounts: readonly Account[] }> =
  ({ operation, accounts }, random) =>
  (number) =>
    operations[operation](pick(random, accounts), random, 1_000_000 + number)
