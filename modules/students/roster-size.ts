import { defineError, defineQuota } from '#definitions'

export const rosterSize = defineQuota({
  name: 'rosterSize',
  doc: 'How many students an account may hold.',
  counts: 'student',
  default: 2000,
  error: 'ROSTER_LIMIT_REACHED',
})

export const rosterLimitReached = defineError({
  code: 'ROSTER_LIMIT_REACHED',
  status: 403,
  message: 'The roster is full: the plan allows no more students.',
})
