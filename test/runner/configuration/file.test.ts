import { test } from 'tap'
import { load, refusalOf } from './load.ts'

test('a configuration is TypeScript, JavaScript or JSON, and says the same in each', async (t) => {
  const content = '{ modules: [], settings: { http: { rateLimit: null } } }'
  const all = [
    { 'lectern.config.ts': `const made: object = ${content}\nexport default made` },
    { 'lectern.config.js': `export default ${content}` },
    { 'package.json': '{}', 'x.js': '' },
    { 'lectern.config.json': { modules: [], settings: { http: { rateLimit: null } } } },
  ]
  for (const files of all.filter((each) => !('x.js' in each))) {
    const { plan, settingsOf } = await load(t, files)
    t.equal(settingsOf('http').rateLimit, null)
    t.equal(plan.model.modules.students?.enabled, false)
  }
  const common = { 'old/lectern.config.js': `module.exports = ${content}`, 'old/package.json': '{}' }
  t.equal((await load(t, common)).settingsOf('http').rateLimit, null, 'CommonJS too')
})

test('a file that says nothing leaves every built-in module on and every setting at its default', async (t) => {
  const { plan, plans, defaultPlan, settingsOf, limitOf, upgradeUrlOf } = await load(t, { 'empty.json': {} })
  t.same(
    Object.values(plan.model.modules).map(({ name, source, enabled }) => [name, source, enabled]),
    [
      ['core', 'core', true],
      ['http', 'core', true],
      ['students', 'built-in', true],
    ],
  )
  t.same(settingsOf('http'), { rateLimit: 6000, cors: [], metrics: 'loopback', tokenLife: '1h', trustProxy: false })
  t.same(plans, { default: { limits: { rosterSize: 2000 }, upgradeUrl: null } })
  t.equal(defaultPlan, 'default')
  t.equal(limitOf('default', 'rosterSize'), 2000)
  t.equal(upgradeUrlOf('default'), null)
})

const wholes: { readonly [promise: string]: readonly [files: { readonly [path: string]: unknown }, sentence: string] } =
  {
    'a file of another kind': [
      { 'lectern.yaml': 'modules: []' },
      'configuration: {folder}/lectern.yaml: is no configuration; expected a file that ends in .ts, .js or .json',
    ],
    'a file that throws': [
      { 'lectern.config.ts': "throw new TypeError('no such thing')" },
      "configuration: {folder}/lectern.config.ts: can't be loaded: TypeError: no such thing",
    ],
    'a file that throws what is no error': [
      { 'lectern.config.ts': "throw 'a tantrum'" },
      "configuration: {folder}/lectern.config.ts: can't be loaded: it throws a tantrum",
    ],
    'a file without a default export': [
      { 'lectern.config.ts': 'export const modules = []' },
      'configuration: {folder}/lectern.config.ts: has no default export; expected export default { modules, plans, settings }',
    ],
    'a file that gives a list': [
      { 'lectern.config.json': ['students'] },
      'configuration: {folder}/lectern.config.json: gives ["students"]; expected an object such as { modules, plans, settings }',
    ],
  }

for (const [promise, [files, sentence]] of Object.entries(wholes)) {
  test(`${promise} is refused with its path`, async (t) => t.same(await refusalOf(t, files), [sentence]))
}

test('a file that can not be parsed is refused with the line', async (t) => {
  const place = (name: string) => `configuration: {folder}/${name}: can't be loaded: SyntaxError: `
  t.same(await refusalOf(t, { 'lectern.config.js': 'module.exports = {\n  modules: [}\n' }), [
    `${place('lectern.config.js')}Unexpected token '}' (line 2)`,
  ])
  const [typed = ''] = await refusalOf(t, { 'lectern.config.ts': 'export default {\n\n  modules: [}\n' })
  t.ok(typed.startsWith(place('lectern.config.ts')) && typed.endsWith(' (line 3)'), typed)
  const [json = ''] = await refusalOf(t, { 'lectern.config.json': '{ "modules": [ }' })
  t.ok(json.startsWith(`${place('lectern.config.json')}Unexpected token '}'`), json)
})

test('what is no plain data is refused with its place', async (t) => {
  const text = `
    const itself: object[] = []
    itself.push(itself)
    export default {
      settings: { http: { cors: () => [], rateLimit: Number.NaN, tokenLife: new Date(0), trustProxy: undefined } },
      plans: { itself },
    }`
  const faults = await refusalOf(t, { 'lectern.config.ts': text })
  t.same(
    faults.filter((fault) => !fault.includes('plans')),
    [
      'configuration: settings.http.cors: found a function; expected plain data',
      'configuration: settings.http.rateLimit: found NaN; expected plain data',
      'configuration: settings.http.tokenLife: found a Date; expected plain data',
    ],
  )
  t.match(
    faults.find((fault) => fault.includes('plans')),
    /found something that holds itself; expected plain data$/,
  )
})

test('unknown words and parts of the wrong kind are told together', async (t) => {
  const faults = await refusalOf(t, {
    'lectern.config.json': { module: [], plans: 5, defaultPlan: 7, settings: [], modules: 'students', extra: 1 },
  })
  t.same(faults, [
    "configuration: module: no word 'module'; did you mean 'modules'?",
    "configuration: extra: no word 'extra'",
    'configuration: modules: found "students"; expected a list of names, paths and packages',
    'configuration: plans: found 5; expected plans by name',
    "configuration: defaultPlan: no plan 7; expected one of 'default'",
    'configuration: settings: found []; expected settings by module',
  ])
})
