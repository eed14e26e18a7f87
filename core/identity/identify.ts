import { hash, timingSafeEqual } from 'node:crypto'
import * as Effect from 'effect/Effect'
import type { SqlFailure } from '../storage/database.ts'
import { hashOfKey, keyIdOf } from './api-key.ts'
import type { KeyStore } from './key-store.ts'
import type { Principal } from './principal.ts'
import type { Tokens } from './token.ts'

/** A caller and what it showed. */
export interface Identity {
  readonly principal: Principal
  readonly by: 'key' | 'token'
}

/** Reads an Authorization header; undefined for whatever is missing, malformed, unknown, expired or revoked. */
export type Identify = (authorization: string | undefined) => Effect.Effect<Identity | undefined, SqlFailure>

const nobody: Effect.Effect<undefined> = Effect.succeed(undefined)

/** Checking a remembered key costs no round trip; a token's signature is checked once while it lives. */
export const makeIdentify = (keys: KeyStore, tokens: Tokens): Identify => {
  const read = new Map<string, { readonly keyId: string; readonly expiresAt: number }>()
  const byToken = (token: string): Effect.Effect<Identity | undefined, SqlFailure> => {
    const digest = hash('sha256', token, 'base64url')
    const known = read.get(digest)
    const opened = known === undefined ? Effect.promise(() => tokens.read(token)) : Effect.succeed(known)
    return Effect.flatMap(opened, (claims) => {
      if (claims === undefined || claims.expiresAt <= Date.now()) {
        read.delete(digest)
        return nobody
      }
      if (known === undefined) {
        if (read.size >= 10_000) read.clear()
        read.set(digest, claims)
      }
      const remembered = keys.remembered(claims.keyId)
      const found = remembered === undefined ? keys.find(claims.keyId) : Effect.succeed(remembered)
      // A token dies with its key: the key is looked up each time, by its id.
      return Effect.map(found, (key) =>
        key === undefined ? undefined : { principal: key.principal, by: 'token' as const },
      )
    })
  }
  return (authorization) => {
    const credential = /^Bearer +([^\s]+)$/i.exec(authorization ?? '')?.[1]
    if (credential === undefined) return nobody
    const keyId = keyIdOf(credential)
    if (keyId === undefined) return credential.startsWith('lk_') ? nobody : byToken(credential)
    const digest = hashOfKey(credential)
    const remembered = keys.remembered(keyId)
    if (remembered !== undefined) return Effect.succeed(toIdentity(remembered, digest))
    return Effect.map(keys.find(keyId), (key) => (key === undefined ? undefined : toIdentity(key, digest)))
  }
}

const toIdentity = (
  key: { readonly principal: Principal; readonly hash: string },
  digest: string,
): Identity | undefined =>
  timingSafeEqual(Buffer.from(key.hash), Buffer.from(digest)) ? { principal: key.principal, by: 'key' } : undefined
