import { test } from 'tap'
import { carryOut } from '#runner/command-line.ts'
import { commands } from '#runner/commands/all.ts'
import { variables } from '#runner/environment.ts'
import { makePlace } from '../lectern.ts'

test('without a word the command line tells every command and every variable', async (t) => {
  const place = await makePlace(t)
  const [bare, flag, word] = await Promise.all([place.run([]), place.run(['--help']), place.run(['help'])])
  t.equal(bare?.code, 0)
  t.equal(bare?.stderr, '')
  t.same([flag?.stdout, word?.stdout], [bare?.stdout, bare?.stdout])
  for (const { name, doc } of commands)
    t.match(bare?.stdout, new RegExp(`^  ${name} +${doc.replace(/[.()]/g, '.')}$`, 'm'))
  for (const name of Object.keys(variables)) t.match(bare?.stdout, new RegExp(`^  ${name} +\\S`, 'm'))
})

test('help of a command is the same however it is asked for, and shows its flags and examples', async (t) => {
  const place = await makePlace(t)
  const [first, second, third] = await Promise.all([
    place.run(['help', 'key', 'create']),
    place.run(['key', 'create', '--help']),
    place.run(['key', '-h', 'create', '--account', '5']),
  ])
  t.match(first, { code: 0, stderr: '' })
  t.same([second?.stdout, third?.stdout], [first?.stdout, first?.stdout])
  t.match(
    first?.stdout,
    'Usage: npm run -s lectern -- key create --account ID --scopes SCOPES [--name NAME] [--expires TIME]',
  )
  t.match(first?.stdout, /^ {2}--scopes SCOPES {2}what it may do/m)
  t.match(first?.stdout, /^Examples:\n {2}npm run -s lectern -- key create --account \S+ --scopes all$/m)
  const group = await place.run(['help', 'account'])
  t.match(group.stdout, /^ {2}account update {2}Changes an account/m)
  t.notMatch(group.stdout, 'key create')
})

test('every command has help that names each of its inputs, and examples', async (t) => {
  for (const { name, inputs, examples } of commands) {
    const { text = '' } = (await carryOut(['help', ...name.split(' ')], {})) ?? {}
    for (const input of inputs) t.match(text, input.name, `${name} ${input.name}`)
    for (const example of examples) t.match(text, `npm run -s lectern -- ${name} ${example}`.trim())
    t.ok(examples.length > 0, name)
  }
})

test('help is JSON too', async (t) => {
  const place = await makePlace(t)
  t.same(
    JSON.parse((await place.run(['help', '--json'])).stdout),
    commands.map(({ name, doc }) => ({ name, doc })),
  )
})
