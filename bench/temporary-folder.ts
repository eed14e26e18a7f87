import { chmodSync, mkdtempSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { hang } from './hang.ts'

/** A new empty folder; it goes with `resources`. */
export const temporaryFolder = (resources: AsyncDisposableStack): string => {
  const make = () => mkdtempSync(join(tmpdir(), 'lectern-bench-'))
  const folder = hang(resources, make, (made) => rm(made, { recursive: true, force: true, maxRetries: 5 }))
  chmodSync(folder, 0o755) // started by root, PostgreSQL runs as another user, who must be able to pass
  return folder
}
