import { access } from 'node:fs/promises'
import { join } from 'node:path'
import { openDatabase as overPool } from '#core/storage/open-database.ts'
import { openPool } from '#core/storage/open-pool.ts'
import type { Configuration } from '../configuration/configuration.ts'
import { clusterFiles } from '../database/cluster.ts'
import { DatabaseUnavailable } from '../database/database-unavailable.ts'
import { type Database, openDatabase } from '../database/open-database.ts'
import type { Environment } from '../environment.ts'
import { Refused } from '../refused.ts'
import { readSecret } from '../secret.ts'
import { examinePooling, examineSchema, examineServer, isEmpty } from './examine-database.ts'
import { examineDataDir, examineNode, examinePort, examineSecret } from './examine-machine.ts'
import { examineFingerprint, examinePlans, examineTallies, examineWork } from './examine-records.ts'
import { type Finding, well, wrong } from './finding.ts'

/** What there is to examine, each part still to be read: reading it may be refused. */
export interface Patient {
  readonly environment: () => Environment
  readonly configuration: () => Promise<Configuration>
}

/** Looks at everything that can be looked at; what is refused becomes a finding. Nothing is changed or made. */
export const examine = async ({ environment, configuration }: Patient): Promise<readonly Finding[]> => {
  const findings: Finding[] = [examineNode(process.versions.node)]
  const read = await orFindings('environment', 'Correct the variable.', async () => environment())
  if ('refused' in read) return [...findings, ...read.refused]
  findings.push(well('environment', 'Its variables can be read.'))
  findings.push(await examineDataDir(read.value), await examineSecret(read.value), await examinePort(read.value))
  const loaded = await orFindings('configuration', 'Correct the configuration.', configuration)
  if ('refused' in loaded) findings.push(...loaded.refused)
  else findings.push(well('configuration', 'It can be used.'))
  const configured = 'refused' in loaded ? undefined : loaded.value
  const opened = await orFindings('database', 'Nothing works without it.', () => open(read.value))
  if ('refused' in opened) return [...findings, ...opened.refused]
  if (opened.value === null) return [...findings, well('database', 'There is none yet: the first start makes it.')]
  return [...findings, ...(await examineAll(opened.value, configured, read.value))]
}

/** An embedded database that nobody has started yet is not made for this. */
const open = async ({ databaseUrl, dataDir }: Environment): Promise<Database | null> => {
  const made = join(clusterFiles(dataDir).dir, 'PG_VERSION')
  const isThere = await access(made).then(
    () => true,
    () => false,
  )
  return databaseUrl === undefined && !isThere ? null : openDatabase({ databaseUrl, dataDir, role: 'command' })
}

const examineAll = async (
  place: Database,
  configuration: Configuration | undefined,
  { secret, dataDir }: Environment,
): Promise<readonly Finding[]> => {
  const { connection, embedded } = place
  const pool = openPool(connection, { max: 2, onError: () => {} })
  try {
    const findings = [...(await examineServer(pool)), await examinePooling(connection)]
    if (await isEmpty(pool)) return [...findings, well('schema', 'The database is empty: the first start fills it.')]
    if (configuration === undefined) return findings
    const schema = await examineSchema(connection, configuration.plan)
    findings.push(schema)
    // What is kept in a schema that is behind can't be asked for.
    if (!schema.ok) return findings
    const database = overPool(pool)
    if (!embedded) findings.push(await examineFingerprint(database, secret ?? (await readSecret(dataDir))))
    const resources = Object.values(configuration.plan.model.resources)
    return [
      ...findings,
      ...(await examinePlans(database, configuration)),
      ...(await examineTallies(pool, resources)),
      ...(await examineWork(pool, configuration)),
    ]
  } finally {
    await pool.end().catch(() => {})
    await place.close()
  }
}

const orFindings = async <A>(
  name: string,
  advice: string,
  read: () => Promise<A>,
): Promise<{ readonly value: A } | { readonly refused: readonly Finding[] }> => {
  try {
    return { value: await read() }
  } catch (error) {
    if (error instanceof DatabaseUnavailable) return { refused: [wrong(name, error.message, advice)] }
    if (error instanceof Refused) return { refused: error.sentences.map((sentence) => wrong(name, sentence, advice)) }
    throw error
  }
}
