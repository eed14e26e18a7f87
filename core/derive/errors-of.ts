import type { Model, ModelError, ModelOperation } from '../model.ts'

/** Every declared error that an operation can answer with: its own, and what comes with being what it is. */
export const errorsOf = (operation: ModelOperation, { errors, resources }: Model): readonly ModelError[] => {
  const { auth, feature, body, method, params, action } = operation
  const isKnown = auth.kind !== 'public'
  const hasParameters = Object.keys(params.properties ?? {}).length > 0
  const changesOne = ['replace', 'delete', 'transition'].includes(action.kind)
  const resource = resources[operation.resource ?? '']
  const refers =
    ['create', 'replace'].includes(action.kind) && resource?.fields.some(({ ref }) => ref !== null) === true
  const isHeld = Object.values(resources).some(({ fields }) =>
    fields.some(({ ref, onDelete }) => ref !== null && ref === operation.resource && onDelete === 'restrict'),
  )
  const codes = [
    ...(isKnown ? ['UNAUTHENTICATED', 'RATE_LIMITED'] : []),
    ...(auth.kind === 'scope' ? ['INSUFFICIENT_SCOPE'] : []),
    ...(feature === null ? [] : ['FEATURE_DISABLED']),
    ...(body === null ? [] : ['MALFORMED_JSON', 'PAYLOAD_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE']),
    ...(isKnown && method === 'POST' ? ['IDEMPOTENCY_IN_PROGRESS', 'IDEMPOTENCY_KEY_REUSED'] : []),
    ...(hasParameters || refers || action.kind === 'behaviour' ? ['NOT_FOUND'] : []),
    ...(action.kind === 'delete' && isHeld ? ['IN_USE'] : []),
    ...(changesOne || action.kind === 'get' ? ['PRECONDITION_FAILED'] : []),
    ...operation.errors,
    'INTERNAL',
    'UNAVAILABLE',
  ]
  return [...new Set(codes)].flatMap((code) => {
    const error = errors[code]
    return error === undefined ? [] : [error]
  })
}
