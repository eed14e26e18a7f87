import type { Postgres } from '../postgres.ts'
import type { Server } from '../server.ts'

/** What is needed to start an app and fill its accounts. */
export type Surroundings = { postgres: Postgres; resources: AsyncDisposableStack }

/** Who asks. `north` and `south` are the schools that are measured; the others are for the conformance script. */
export const accountNames = ['north', 'south', 'tested', 'stranger', 'small'] as const
export type AccountName = (typeof accountNames)[number]

/** One key per account that may read and write, and one of the account `tested` that may only read. */
export type Keys = Record<AccountName | 'readOnly', string>

/** An app that serves the students routes, started, on a database of its own. */
export type App = { name: string; server: Server; database: string; keys: Keys }

export const readScope = 'api:student:read'
export const writeScope = 'api:student:write'

/** The roster of `small`. */
export const smallRoster = 5
/** Everybody else's roster. A number and not "unlimited", so that all apps have to compare with one. */
export const largeRoster = 1_000_000
