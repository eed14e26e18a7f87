/**
 * PostgreSQL's text of a timestamptz in a UTC session (`2026-11-21 04:16:27.4+00`) as ISO 8601 with milliseconds and Z.
 * Time stays text from the database to the answer: making Dates of it costs more than the rest of a row.
 */
export const toIsoTime = (text: string): string => {
  if (text.length < 22 || text.endsWith('BC')) return text
  const end = text.lastIndexOf('+')
  const [seconds = '', fraction = ''] = text.slice(0, end === -1 ? undefined : end).split('.')
  return `${seconds.replace(' ', 'T')}.${fraction.slice(0, 3).padEnd(3, '0')}Z`
}
