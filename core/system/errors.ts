import { defineError } from '#definitions'

/** The failures that the core itself answers: codes, statuses and sentences in one table. Source: CONTRACT 1 and 2. */
export const errors = [
  defineError({ code: 'MALFORMED_JSON', status: 400, message: 'The body is not valid JSON.' }),
  defineError({ code: 'UNAUTHENTICATED', status: 401, message: 'A valid API key or token is needed.' }),
  defineError({ code: 'INSUFFICIENT_SCOPE', status: 403, message: 'The key lacks the scope that this call needs.' }),
  defineError({ code: 'FEATURE_DISABLED', status: 403, message: 'This feature is not enabled for the account.' }),
  defineError({ code: 'NOT_FOUND', status: 404, message: 'Not found.' }),
  defineError({ code: 'METHOD_NOT_ALLOWED', status: 405, message: 'This path does not take that method.' }),
  defineError({ code: 'ALREADY_EXISTS', status: 409, message: 'Another record already holds this value.' }),
  defineError({ code: 'IN_USE', status: 409, message: 'Other records still refer to this one.' }),
  defineError({
    code: 'INVALID_TRANSITION',
    status: 409,
    message: 'The record does not stand where this is possible.',
  }),
  defineError({
    code: 'IDEMPOTENCY_IN_PROGRESS',
    status: 409,
    message: 'The first request with this Idempotency-Key still runs.',
  }),
  defineError({ code: 'PRECONDITION_FAILED', status: 412, message: 'The record has changed since it was read.' }),
  defineError({ code: 'PAYLOAD_TOO_LARGE', status: 413, message: 'The body is larger than 1 MiB.' }),
  defineError({ code: 'UNSUPPORTED_MEDIA_TYPE', status: 415, message: 'The body must be application/json.' }),
  defineError({
    code: 'IDEMPOTENCY_KEY_REUSED',
    status: 422,
    message: 'This Idempotency-Key was used for another request.',
  }),
  defineError({ code: 'RATE_LIMITED', status: 429, message: 'Too many requests; try again later.' }),
  defineError({ code: 'INTERNAL', status: 500, message: 'Something went wrong on our side.' }),
  defineError({
    code: 'UNAVAILABLE',
    status: 503,
    message: 'The service is not available just now; try again shortly.',
  }),
]
