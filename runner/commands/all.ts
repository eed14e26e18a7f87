import { accountCreate } from './account-create.ts'
import { accountList } from './account-list.ts'
import { accountUpdate } from './account-update.ts'
import type { Command } from './command.ts'
import { doctor } from './doctor.ts'
import { keyCreate } from './key-create.ts'
import { keyList } from './key-list.ts'
import { keyRevoke } from './key-revoke.ts'
import { migrate } from './migrate.ts'
import { modules } from './modules.ts'
import { openapi } from './openapi.ts'
import { start } from './start.ts'
import { tokenCreate } from './token-create.ts'

/** Every command, in the order in which help tells them. */
export const commands: readonly Command[] = [
  start,
  migrate,
  modules,
  doctor,
  accountCreate,
  accountList,
  accountUpdate,
  keyCreate,
  keyList,
  keyRevoke,
  tokenCreate,
  openapi,
]
