import { createSecretKey, hkdfSync } from 'node:crypto'
import { jwtVerify, SignJWT } from 'jose'

/** Makes and reads tokens: JWTs of one algorithm, one issuer and one audience. */
export interface Tokens {
  make(keyId: string, lifeMs: number): Promise<{ readonly token: string; readonly expiresAt: string }>
  /** Which key a token acts for and until when; undefined when it isn't one of ours or has ended. */
  read(token: string): Promise<{ readonly keyId: string; readonly expiresAt: number } | undefined>
}

const issuer = 'lectern'
const audience = 'lectern-api'
const algorithm = 'HS256'
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** `secret` is LECTERN_SECRET; what signs tokens is derived from it, so that no two purposes share a key. */
export const makeTokens = (secret: string): Tokens => {
  const key = createSecretKey(Buffer.from(hkdfSync('sha256', secret, '', 'lectern token', 32)))
  return {
    make: async (keyId, lifeMs) => {
      const now = Math.floor(Date.now() / 1000)
      const end = now + Math.max(1, Math.floor(lifeMs / 1000))
      const token = await new SignJWT({})
        .setProtectedHeader({ alg: algorithm, typ: 'JWT' })
        .setIssuer(issuer)
        .setAudience(audience)
        .setSubject(keyId)
        .setIssuedAt(now)
        .setExpirationTime(end)
        .sign(key)
      return { token, expiresAt: new Date(end * 1000).toISOString() }
    },
    read: (token) =>
      jwtVerify(token, key, { algorithms: [algorithm], issuer, audience, requiredClaims: ['sub', 'exp'] }).then(
        ({ payload: { sub, exp } }) =>
          sub === undefined || exp === undefined || !uuid.test(sub) ? undefined : { keyId: sub, expiresAt: exp * 1000 },
        () => undefined,
      ),
  }
}
