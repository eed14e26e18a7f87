import { v7 } from 'uuid'

/**
 * A UUID of version 7 and the time that stands in it: ids of one process rise even within a millisecond, so records
 * made one after the other are listed in that order.
 */
export const newIdInTime = (): { readonly id: string; readonly now: string } => {
  const id = v7()
  return { id, now: new Date(Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16)).toISOString() }
}
