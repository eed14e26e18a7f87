import type { ModelResource } from '../model.ts'
import type { SqlValue } from '../storage/database.ts'
import type { Request } from './act.ts'

/** The id and, where records are owned, the account: what every statement about one record begins with. */
export const keyOf =
  (resource: ModelResource): ((request: Request) => SqlValue[]) =>
  ({ params, principal }) =>
    resource.owner === 'account' ? [String(params.id), principal?.account.id ?? null] : [String(params.id)]
