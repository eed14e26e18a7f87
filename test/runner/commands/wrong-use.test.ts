import { join } from 'node:path'
import * as Effect from 'effect/Effect'
import { test } from 'tap'
import { carryOut, WrongUse } from '#runner/command-line.ts'
import { ask } from '#runner/open-system.ts'
import { commandPlace } from '../command-database.ts'
import { makePlace } from '../lectern.ts'

const id = '0199c0de-0000-7000-8000-000000000000'
const see = (about: string) => `See: npm run -s lectern -- help${about === '' ? '' : ` ${about}`}`

/** What is called, what is said line by line, and where help is. */
const uses: readonly (readonly [call: string, sentences: readonly string[], about: string])[] = [
  ['kye list', ["no command 'kye'; did you mean 'key'?"], ''],
  ['serve', ["no command 'serve'"], ''],
  ['--jsn', ["no flag '--jsn' without a command"], ''],
  ['key', ["'key' is followed by create, list, revoke"], 'key'],
  ['key crate', ["no command 'key crate'; did you mean 'key create'?"], 'key'],
  ['modules all', ["'all' is too much"], 'modules'],
  ['account list --jsno', ["no flag '--jsno'; did you mean '--json'?"], 'account list'],
  ['--verbose account list', ["no flag '--verbose'"], 'account list'],
  ['account create', ['--name NAME is missing', '--email EMAIL is missing'], 'account create'],
  [
    'account create --name --email nobody --plan defualt --feature bank --feature x=true',
    [
      '--name needs a value: --name NAME',
      '--feature: found "bank"; expected a name and true or false, such as name=false',
      '--email: must be an e-mail address',
      "--plan: no plan 'defualt'; did you mean 'default'?",
    ],
    'account create',
  ],
  [
    'account create --name N --email a@b.example --email c@d.example --feature bank=true --plan gold',
    [
      '--email: is given twice',
      "--plan: no plan 'gold'; expected default",
      "--feature: no feature 'bank'; expected question_bank",
    ],
    'account create',
  ],
  [
    'account update',
    ['ID is missing', 'nothing to change: give --name, --email, --plan or --feature'],
    'account update',
  ],
  [
    `account update ${id}x --name ${'n'.repeat(201)}`,
    [
      `ID: "${id}x" is no id; expected one such as 0199c0de-0000-7000-8000-000000000000`,
      '--name: must have at most 200 characters',
    ],
    'account update',
  ],
  [
    'key create --acount x --scopes api:student:raed,foo:bar --expires tomorrow',
    [
      "no flag '--acount'; did you mean '--account'?",
      '--account ID is missing',
      "--scopes: no scope 'api:student:raed'; did you mean 'api:student:read'?",
      "--scopes: no scope 'foo:bar'; expected all, api:student:read, api:student:write",
      '--expires: must be a time such as 2026-11-21T04:16:27.000Z',
    ],
    'key create',
  ],
  [
    `key create --account ${id} --scopes all,api:student:read --expires 2020-01-01T00:00:00Z`,
    ["--scopes: 'all' holds every other one; give it alone", '--expires: 2020-01-01T00:00:00Z is past'],
    'key create',
  ],
  [`key create --account ${id} --scopes=,`, ['--scopes: is empty'], 'key create'],
  ['key list', ['--account ID is missing'], 'key list'],
  [`key revoke --force ${id} more`, ["no flag '--force'", "'more' is too much"], 'key revoke'],
  [
    'token create --key-id 5 --ttl 1y',
    [
      '--key-id: "5" is no id; expected one such as 0199c0de-0000-7000-8000-000000000000',
      '--ttl: "1y" is no duration; expected one such as 300ms, 30s, 1m, 2h or 5d',
    ],
    'token create',
  ],
  ['migrate --plan --check', ['--plan and --check change nothing and stand alone'], 'migrate'],
  ['migrate --check --allow backfill', ['--plan and --check change nothing and stand alone'], 'migrate'],
  ['migrate --allow all', ['--allow: found "all"; expected backfill or destructive'], 'migrate'],
  ['migrate --plan=yes', ['--plan takes no value'], 'migrate'],
  ['start --only htpt', ['--only: found "htpt"; expected http or worker; did you mean \'http\'?'], 'start'],
]

for (const [call, sentences, about] of uses) {
  test(`a wrong use tells every fault at once and where help is: ${call.slice(0, 80)}`, async (t) => {
    const place = await makePlace(t)
    await place.write({ 'lectern.config.json': {} })
    const error: unknown = await carryOut(call.split(' '), {
      LECTERN_CONFIG: join(place.folder, 'lectern.config.json'),
    }).catch((reason) => reason)
    t.type(error, WrongUse)
    if (error instanceof WrongUse) t.same([error.exitCode, error.sentences, error.hint], [2, sentences, see(about)])
  })
}

test('a wrong use ends with 2, line by line on the error output', async (t) => {
  const place = await makePlace(t)
  t.same(await place.run(['account', 'create', '--naem', 'N', '--email', 'nobody']), {
    code: 2,
    stdout: '',
    stderr: [
      "no flag '--naem'; did you mean '--name'?",
      '--name NAME is missing',
      '--email: must be an e-mail address',
      see('account create'),
      '',
    ].join('\n'),
  })
})

test('with --json a wrong use is told as one object', async (t) => {
  const place = await makePlace(t)
  t.same(await place.run(['--json', 'kye']), {
    code: 2,
    stdout: '',
    stderr: `${JSON.stringify({ error: "no command 'kye'; did you mean 'key'?", hint: see('') })}\n`,
  })
  t.same(await place.run(['account', 'create', '--json']), {
    code: 2,
    stdout: '',
    stderr: `${JSON.stringify({
      error: '2 things are wrong',
      details: ['--name NAME is missing', '--email EMAIL is missing'],
      hint: see('account create'),
    })}\n`,
  })
})

test('a scope of a module that is switched off is refused with the module', async (t) => {
  const place = await makePlace(t)
  await place.write({ 'lectern.config.json': { modules: [] } })
  const { code, stderr } = await place.run(['key', 'create', '--account', id, '--scopes', 'api:student:read'])
  t.equal(code, 2)
  t.equal(
    stderr,
    `--scopes: 'api:student:read' belongs to the module 'students', which is switched off\n${see('key create')}\n`,
  )
})

test('a fault of the environment or the configuration is no wrong use: 1, every one of them, no stack', async (t) => {
  const place = await makePlace(t)
  const environment = await place.run(['modules'], { PORT: 'x', LECTERN_DATADIR: '/tmp' })
  t.same(environment, {
    code: 1,
    stdout: '',
    stderr: [
      "environment: LECTERN_DATADIR: no such variable; did you mean 'LECTERN_DATA_DIR'?",
      'environment: PORT: "x" is no port number; expected 0 to 65535',
      '',
    ].join('\n'),
  })
  const missing = await place.run(['modules', '--json'], { LECTERN_CONFIG: 'other.json' })
  t.same(missing, {
    code: 1,
    stdout: '',
    stderr: `${JSON.stringify({
      error: `configuration: ${place.folder}/other.json: no such file; expected the file that LECTERN_CONFIG names`,
    })}\n`,
  })
  await place.write({ 'lectern.config.ts': 'export default {}', 'lectern.config.json': {} })
  t.same(await place.run(['modules']), {
    code: 1,
    stdout: '',
    stderr:
      "configuration: there are 'lectern.config.ts' and 'lectern.config.json'; expected one of them, or LECTERN_CONFIG\n",
  })
})

test('a database that is away is told in a sentence', async (t) => {
  const place = await makePlace(t, { DATABASE_URL: 'postgres://ada:hunter2@127.0.0.1:1/school' })
  t.same(await place.run(['account', 'list']), {
    code: 1,
    stdout: '',
    stderr: 'The database at 127.0.0.1:1 cannot be reached (ECONNREFUSED): is it running, and is DATABASE_URL right?\n',
  })
})

test('a fault of ours is told in a line; where it comes from only to those who ask', async (t) => {
  const place = await commandPlace(t)
  await place.sql('alter table lectern.accounts drop column email')
  const sentence = 'Something went wrong: column "email" does not exist'
  t.same(await place.run(['account', 'list']), { code: 1, stdout: '', stderr: `${sentence}\n` })
  const traced = await place.run(['account', 'list'], { LECTERN_LOG_LEVEL: 'debug' })
  t.match(traced.stderr, /^error: column "email" does not exist\n {4}at /)
})

test('what the database refuses or answers no more is told in a sentence', async (t) => {
  await t.rejects(ask(Effect.fail({ _tag: 'DatabaseAway', cause: new Error('Connection terminated') })), {
    message: 'The database went away (Connection terminated): try again when it is back.',
  })
  await t.rejects(ask(Effect.fail({ _tag: 'ConstraintRefused', kind: 'check', constraint: 'x_check' })), {
    message: 'The database refuses the change: x_check does not hold.',
  })
})
