import type { Account } from '#definitions'

/** Who a credential stands for, as long as it is valid. */
export interface Principal {
  readonly keyId: string
  readonly account: Account
  readonly scopes: ReadonlySet<string>
  /** Milliseconds since 1970; Infinity for a key without an end. */
  readonly expiresAt: number
}
