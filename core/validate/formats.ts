import type { Ajv2020 } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import { toMilliseconds } from '../duration.ts'

/** The formats of the language. Those whose pattern takes long on long text look at its length first. */
export const addFormats = (ajv: Ajv2020): void => {
  formats.default(ajv, ['ipv4', 'ipv6', 'regex'])
  ajv.addFormat('uuid', /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i)
  ajv.addFormat('date', isDate)
  ajv.addFormat('date-time', isDateTime)
  ajv.addFormat('email', within(320, patternOf('email')))
  ajv.addFormat('uri', within(8192, patternOf('uri')))
  ajv.addFormat('byte', /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/)
  ajv.addFormat('duration', (text: string) => toMilliseconds(text) !== undefined)
}

const patternOf = (name: 'email' | 'uri'): ((text: string) => boolean) => {
  const format = formats.default.get(name)
  if (format instanceof RegExp) return (text) => format.test(text)
  return typeof format === 'function' ? (text) => format(text) === true : () => true
}

const within =
  (length: number, fits: (text: string) => boolean) =>
  (text: string): boolean =>
    text.length <= length && fits(text)

/** A day that the calendar has; PostgreSQL knows no year 0000. */
const isDate = (text: string): boolean => {
  const [, year = '', month = '', day = ''] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text) ?? []
  if (year === '' || year === '0000') return false
  const date = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(date.getTime()) && date.getUTCMonth() + 1 === Number(month) && date.getUTCDate() === Number(day)
}

const first = Date.parse('0001-01-01T00:00:00Z')
const last = Date.parse('9999-12-31T23:59:59.999Z')

/** RFC 3339 without leap seconds, which no clock here can hold, and of the years that have four digits in UTC. */
const isDateTime = (text: string): boolean => {
  const time =
    /^((\d{4}-\d\d-\d\d)T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d)(\.\d{1,9})?(Z|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/i.exec(text)
  const [, seconds = '', date = '', fraction = '', zone = ''] = time ?? []
  if (!isDate(date)) return false
  const instant = Date.parse(`${seconds}${zone}`.toUpperCase()) + Math.round(Number(`0${fraction}`) * 1000)
  return instant >= first && instant <= last
}
