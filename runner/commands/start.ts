import type { Command } from './command.ts'
import { optional } from './input.ts'
import { oneOf } from './readers.ts'

const only = optional('only', oneOf('http', 'worker'), {
  placeholder: 'http|worker',
  doc: 'answer calls alone, or do jobs alone',
})

export const start: Command = {
  name: 'start',
  doc: 'Starts the server: HTTP and jobs, and the embedded database when DATABASE_URL is not set.',
  inputs: [only],
  notes:
    'Safe schema changes are applied first. On an empty database the first account is made and its key printed, once.\nSIGTERM and SIGINT stop it: what runs is finished. It writes its own log, as JSON lines.',
  examples: ['', '--only http', '--only worker'],
  run: async (given) => {
    const environment = given.environment()
    const { serve } = await import('../serve/serve.ts')
    await serve({ environment, only: given.of(only) })
    return undefined
  },
}
