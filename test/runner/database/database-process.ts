/** A process that opens the embedded database, says so, and closes it when told: what tests start, and kill. */
import { DatabaseUnavailable } from '#runner/database/database-unavailable.ts'
import { openDatabase, type Role } from '#runner/database/open-database.ts'

const roles: readonly Role[] = ['server', 'http', 'worker', 'command']
const [dataDir = '', name] = process.argv.slice(2)
const role = roles.find((known) => known === name) ?? 'command'
const tell = (word: string, content: unknown) => process.send?.({ word, content })

// The test is over, or was killed.
process.once('disconnect', () => process.exit())

try {
  const database = await openDatabase({ dataDir, role, log: (line) => tell('log', line) })
  process.once('message', async () => {
    await database.close()
    process.disconnect()
  })
  tell('opened', database.connection)
} catch (error) {
  tell('refused', error instanceof DatabaseUnavailable ? error.message : String(error))
  process.disconnect()
}
