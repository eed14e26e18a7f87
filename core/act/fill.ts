import type { Json } from '#definitions'
import type { Principal } from '../identity/principal.ts'
import type { ModelResource } from '../model.ts'

type Members = { readonly [name: string]: Json }

/** Fills what was omitted from where the definition says: `account.name`. */
export const filler = (resource: ModelResource): ((members: Members, principal: Principal | undefined) => Members) => {
  const fields = resource.fields.filter(({ from }) => from !== null)
  if (fields.length === 0) return (members) => members
  return (members, principal) => {
    const known: { readonly [from: string]: Json | undefined } = {
      'account.name': principal?.account.name,
      'account.email': principal?.account.email,
      'account.plan': principal?.account.plan,
    }
    const filled = fields.map(({ name, from }) => [name, members[name] ?? known[from ?? ''] ?? null] as const)
    return { ...members, ...Object.fromEntries(filled) }
  }
}
