import pg from 'pg'
import type { Plan } from '#core/plan.ts'
import { schemaName } from '#core/storage/table.ts'
import { readSchemaPlan } from '../schema.ts'
import { count, type Finding, well, wrong } from './finding.ts'

const clocksMayDifferMs = 5_000

/** What the server is and how it answers, before anything of ours is looked at. */
export const examineServer = async (pool: pg.Pool): Promise<readonly Finding[]> => {
  const asked = Date.now()
  const { rows } = await pool.query<{ version: string; encoding: string; zone: string; now: string }>(
    `select current_setting('server_version') as version, current_setting('server_encoding') as encoding,
      current_setting('timezone') as zone, (extract(epoch from clock_timestamp()) * 1000)::bigint::text as now`,
  )
  const { version = '', encoding = '', zone = '', now = '' } = rows[0] ?? {}
  const ahead = Number(now) - (asked + Date.now()) / 2
  return [
    well('database', `PostgreSQL ${version} answers.`),
    encoding === 'UTF8'
      ? well('encoding', 'Text is kept as UTF-8.')
      : wrong(
          'encoding',
          `The database keeps text as ${encoding}.`,
          'Make a database with encoding UTF8 and use that.',
        ),
    zone === 'UTC'
      ? well('time zone', 'Connections speak UTC.')
      : wrong(
          'time zone',
          `Connections speak ${zone}, although UTC is asked for.`,
          'What stands between must let the startup parameter "options" pass, or: alter database … set timezone to UTC.',
        ),
    Math.abs(ahead) <= clocksMayDifferMs
      ? well('clocks', "The database's clock and ours agree.")
      : wrong(
          'clocks',
          `The database's clock is ${Math.round(Math.abs(ahead) / 1000)} s ${ahead > 0 ? 'ahead of' : 'behind'} ours.`,
          'Let both machines keep time by NTP.',
        ),
  ]
}

/** Prepared statements, LISTEN and advisory locks need a connection that stays one: pooling by transaction breaks them. */
export const examinePooling = async (connection: pg.ClientConfig): Promise<Finding> =>
  (await isPooledByTransaction(connection))
    ? wrong(
        'connections',
        'Something between us and the database pools connections by transaction.',
        'Connect to PostgreSQL itself, or set the pooler to session mode.',
      )
    : well('connections', 'A connection stays the same one.')

const isPooledByTransaction = async (connection: pg.ClientConfig): Promise<boolean> => {
  const [one, other] = [0, 1].map(() => {
    const client = new pg.Client({ ...connection, connectionTimeoutMillis: 4_000, query_timeout: 4_000 })
    client.on('error', () => {})
    return client
  })
  if (one === undefined || other === undefined) return false
  try {
    await Promise.all([one.connect(), other.connect()])
    const before = await backendOf(one)
    // Such a pooler now needs the backend that it lent to the first one, who will find itself on another.
    await other.query('begin')
    await backendOf(other)
    const after = await backendOf(one).catch(() => -1)
    await other.query('rollback')
    return before !== after
  } finally {
    await Promise.all([one, other].map((client) => client.end().catch(() => {})))
  }
}

const backendOf = async (client: pg.Client): Promise<number> =>
  (await client.query<{ pid: number }>('select pg_backend_pid() as pid')).rows[0]?.pid ?? 0

/** Whether anything of ours is there yet. */
export const isEmpty = async (pool: pg.Pool): Promise<boolean> =>
  (await pool.query('select from pg_namespace where nspname = $1', [schemaName])).rowCount === 0

export const examineSchema = async (connection: pg.ClientConfig, plan: Plan): Promise<Finding> => {
  const { steps, refusals } = await readSchemaPlan(connection, plan)
  const due = steps.filter(({ kind }) => kind !== 'destructive')
  if (refusals.length > 0) return wrong('schema', refusals.join(' '), 'See: migrate --plan')
  if (due.length > 0)
    return wrong(
      'schema',
      `It lacks ${count(due.length, 'step')}.`,
      'Run migrate (or start); first see: migrate --plan',
    )
  const rest =
    steps.length === 0 ? '' : ` It holds ${count(steps.length, 'thing')} no longer declared: migrate --plan tells.`
  return well('schema', `It is up to date.${rest}`)
}
