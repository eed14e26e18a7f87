/**
 * There is no database to work with. The message is one sentence for the person who starts Lectern:
 * what is wrong, where, and what to do. It never holds a password.
 */
export class DatabaseUnavailable extends Error {
  override readonly name = 'DatabaseUnavailable'
}
