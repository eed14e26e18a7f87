import * as Effect from 'effect/Effect'
import { behaviour, defineOperation, definePage } from '#definitions'

const day = { type: 'string', maxLength: 20, doc: '`monday`, in any case.' } as const

export const hours = defineOperation({
  name: 'library.hours',
  doc: 'When the library is open, for everybody.',
  method: 'GET',
  path: '/api/v1/library/hours/{day}',
  auth: 'public',
  params: { day },
  output: { type: 'object', properties: { day: { type: 'string' }, open: { type: 'boolean' } } },
})

export const hoursProgram = behaviour(hours, ({ input: { params }, settings, fail }) => {
  const { isKnown, isOpen } = read(params.day, settings.closedOn)
  return isKnown ? Effect.succeed({ day: params.day.toLowerCase(), open: isOpen }) : fail('NOT_FOUND')
})

export const hoursPage = definePage({
  name: 'library.hours-page',
  doc: 'The same, to be read by people.',
  path: '/library/hours/{day}',
  params: { day },
})

export const hoursPageProgram = behaviour(hoursPage, ({ input: { params }, settings, fail }) => {
  const { isKnown, isOpen } = read(params.day, settings.closedOn)
  const sentence = `On ${params.day.toLowerCase()} the library is ${isOpen ? 'open' : 'closed'}.`
  return isKnown
    ? Effect.succeed(`<!doctype html><html lang="en"><title>Library</title><p>${sentence}</p></html>`)
    : fail('NOT_FOUND')
})

const days = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday']

const read = (given: string, closedOn: unknown) => {
  const name = given.toLowerCase()
  return { isKnown: days.includes(name), isOpen: !(Array.isArray(closedOn) && closedOn.includes(name)) }
}
