import { parseArgs } from 'node:util'

export const usage = `npm run bench -- [SCENARIO …] [FLAGS]

  students             the derived students routes beside hand-written ones
  cold-start           from the start of the process to the first answers

  --quick              3 short rounds: to see that it works, not to compare
  --rounds N           rounds (5)
  --seconds N          seconds that are counted per app, operation and round (3)
  --connections N      connections, each with one request at a time (16)
  --students N         students in each of the two accounts (10000)
  --only get,list      only these operations
  --apps koa,fastify   only these apps; the first is what the others are compared with
  --patience SECONDS   waits at most so long, in all, for other programs to leave the processors alone (300)
  --anyway             measure even when the apps answer differently
  --json FILE          every figure of every round, for other programs`

export type Options = {
  scenarios: string[]
  rounds: number
  seconds: number
  connections: number
  students: number
  only: string[] | undefined
  apps: string[] | undefined
  patience: number
  anyway: boolean
  json: string | undefined
  help: boolean
}

/** Throws, with a sentence for the user, when a flag is unknown or no number. */
export const readOptions = (words: string[]): Options => {
  const { values, positionals } = parseArgs({
    args: words,
    allowPositionals: true,
    options: {
      quick: { type: 'boolean', default: false },
      rounds: { type: 'string' },
      seconds: { type: 'string' },
      connections: { type: 'string', default: '16' },
      students: { type: 'string', default: '10000' },
      only: { type: 'string' },
      apps: { type: 'string' },
      patience: { type: 'string', default: '300' },
      anyway: { type: 'boolean', default: false },
      json: { type: 'string' },
      help: { type: 'boolean', default: false },
    },
  })
  return {
    scenarios: positionals,
    rounds: toNumber('rounds', values.rounds ?? (values.quick ? '3' : '5')),
    seconds: toNumber('seconds', values.seconds ?? (values.quick ? '0.7' : '3')),
    connections: toNumber('connections', values.connections),
    students: toNumber('students', values.students),
    only: values.only?.split(','),
    apps: values.apps?.split(','),
    patience: toNumber('patience', values.patience),
    anyway: values.anyway,
    json: values.json,
    help: values.help,
  }
}

const toNumber = (name: string, text: string): number => {
  const number = Number(text)
  if (!(number > 0)) throw new Error(`--${name} wants a number above 0, not ${text}.`)
  return number
}
