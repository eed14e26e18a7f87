import type { ByName, ModelError } from '../model.ts'
import type { Refusal } from '../refusal.ts'
import type { Answer } from './answer.ts'

/** The one place that turns a refusal into an answer. */
export type ToAnswer = (refusal: Refusal) => Answer

/** `errors` are the declared ones, by code; `upgradeUrl` is the plan's, for codes of quotas that carry it. */
export const makeToAnswer = (errors: ByName<ModelError>): ToAnswer => {
  const answered = new Map<string, Answer>()
  const declared = (code: string): Answer => {
    const kept = answered.get(code)
    if (kept !== undefined) return kept
    const { status, message } = errors[code] ?? { status: 500, message: 'Something went wrong on our side.' }
    const made = toError(status, { error: message, code })
    answered.set(code, made)
    return made
  }
  return (refusal) => {
    switch (refusal._tag) {
      case 'Invalid':
        return toError(400, { error: 'Invalid input', details: refusal.details })
      case 'DatabaseAway':
        return { ...declared('UNAVAILABLE'), headers: { 'Retry-After': '1' } }
      case 'ConstraintRefused':
        return declared(
          refusal.kind === 'reference' ? 'IN_USE' : refusal.kind === 'unique' ? 'ALREADY_EXISTS' : 'INTERNAL',
        )
      case 'Failure': {
        const { _tag: _, code, message, ...members } = refusal
        const plain = declared(code)
        const isPlain = message === undefined && Object.keys(members).length === 0
        if (isPlain) return plain
        const sentence = message ?? errors[code]?.message ?? code
        return toError(plain.status, { error: sentence, code, ...members })
      }
    }
  }
}

/** An error's one envelope. */
export const toError = (
  status: number,
  body: { readonly error: string; readonly [member: string]: unknown },
): Answer => ({
  status,
  body: JSON.stringify(body),
  single: false,
})
