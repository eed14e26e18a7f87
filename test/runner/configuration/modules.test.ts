import { test } from 'tap'
import { load, refusalOf } from './load.ts'

const note = (name: string, more: object = {}) => ({ name, doc: 'Notes.', definitions: [], ...more })

test('modules come by name, as TypeScript, JavaScript, JSON or a package', async (t) => {
  const { plan } = await load(t, {
    'lectern.config.json': {
      modules: ['./typed.ts', './script.js', 'data.json', 'lectern-packed', '@school/packed/more'],
    },
    'typed.ts': `const made: object = ${JSON.stringify(note('typed'))}\nexport default made`,
    'script.js': `export default ${JSON.stringify(note('script'))}`,
    'data.json': note('data'),
    'package.json': { type: 'module' },
    'node_modules/lectern-packed/package.json': { name: 'lectern-packed', exports: { import: './index.mjs' } },
    'node_modules/lectern-packed/index.mjs': `export default ${JSON.stringify(note('packed'))}`,
    'node_modules/@school/packed/package.json': {
      name: '@school/packed',
      exports: { './more': './more.js' },
      type: 'module',
    },
    'node_modules/@school/packed/more.js': `export default ${JSON.stringify(note('more'))}`,
  })
  t.same(
    Object.values(plan.model.modules).map(({ name, source, enabled }) => [name, source, enabled]),
    [
      ['core', 'core', true],
      ['http', 'core', true],
      ['students', 'built-in', false],
      ['packed', 'lectern-packed', true],
      ['data', 'data.json', true],
      ['more', '@school/packed/more', true],
      ['script', './script.js', true],
      ['typed', './typed.ts', true],
    ].toSorted(
      ([one], [other]) =>
        Object.keys(plan.model.modules).indexOf(String(one)) - Object.keys(plan.model.modules).indexOf(String(other)),
    ),
  )
})

test('a built-in module that is not named is switched off, and its tables stay planned', async (t) => {
  const { plan } = await load(t, { 'lectern.config.json': { modules: [] } })
  t.same([...plan.scopes], [])
  t.same(Object.keys(plan.operations), ['token.create'])
  t.ok(plan.tables.some(({ name }) => name === 'students'))
  const on = await load(t, { 'lectern.config.json': { modules: ['students', 'http', 'core'] } })
  t.same([...on.plan.scopes], ['api:student:read', 'api:student:write'])
})

test("every entry that can't be used is told at once, with its place", async (t) => {
  const faults = await refusalOf(t, {
    'lectern.config.json': {
      modules: [
        'studnets',
        'lectern-missing',
        './missing.ts',
        './folder',
        './plain',
        './throws.ts',
        './nothing.ts',
        './number.ts',
        './no-module.json',
        './programs.json',
        './behaviours.js',
        'broken',
        'typed',
        5,
        '',
        'students',
        'students',
        './good.json',
        'folder/../good.json',
        'not a name',
      ],
    },
    'package.json': { type: 'module' },
    'folder/module.ts': 'export default {}',
    'plain/index.ts': '',
    'throws.ts': "throw new RangeError('too far\\nand more')",
    'nothing.ts': 'export const one = 1',
    'number.ts': 'export default 5',
    'no-module.json': { title: 'x' },
    'programs.json': note('programs', { behaviours: [] }),
    'behaviours.js': `export default { ...${JSON.stringify(note('behaviours'))}, behaviours: [{ kind: 'job' }] }`,
    'good.json': note('good'),
    'node_modules/broken/package.json': { name: 'broken', exports: './index.mjs' },
    'node_modules/broken/index.mjs': "import 'not-there'\nexport default {}",
    'node_modules/typed/package.json': { name: 'typed', exports: './index.ts' },
    'node_modules/typed/index.ts': 'export default {}',
  })
  t.same(faults, [
    "configuration: modules[0]: no module 'studnets', built in or installed as a package; did you mean 'students'?",
    "configuration: modules[1]: no module 'lectern-missing', built in or installed as a package",
    "configuration: modules[2]: './missing.ts' is not there: no file {folder}/missing.ts",
    "configuration: modules[3]: './folder' is no file of a module; expected one that ends in .ts, .js or .json, such as its 'module.ts'",
    "configuration: modules[4]: './plain' is no file of a module; expected one that ends in .ts, .js or .json",
    "configuration: modules[5]: './throws.ts' can't be loaded: RangeError: too far",
    "configuration: modules[6]: './nothing.ts' has no default export; expected a module",
    "configuration: modules[7]: './number.ts' gives 5; expected a module, as defineModule makes it",
    `configuration: modules[8]: './no-module.json' gives {"title":"x"}; expected a module, as defineModule makes it`,
    "configuration: modules[9]: './programs.json' has 'behaviours'; expected data alone: programs stand in .ts or .js",
    "configuration: modules[10]: './behaviours.js' has 'behaviours' that are none; expected a list of what behaviour(definition, program) makes",
    "configuration: modules[11]: 'broken' can't be loaded: Error: Cannot find package 'not-there' imported from {folder}/node_modules/broken/index.mjs",
    "configuration: modules[12]: 'typed' can't be loaded: Node runs no TypeScript below node_modules: a package must ship JavaScript; a path to a folder of your own may be .ts",
    'configuration: modules[13]: found 5; expected a name, a path or a package',
    'configuration: modules[14]: found ""; expected a name, a path or a package',
    "configuration: modules[16]: 'students' is listed twice",
    "configuration: modules[18]: 'folder/../good.json' is listed twice",
    "configuration: modules[19]: no module 'not a name', built in or installed as a package",
  ])
})

test('a TypeScript module below node_modules is refused with what to do, by its path too', async (t) => {
  const faults = await refusalOf(t, {
    'lectern.config.json': { modules: ['./node_modules/typed/index.ts'] },
    'node_modules/typed/index.ts': 'const a: number = 1\nexport default a',
  })
  t.same(faults, [
    "configuration: modules[0]: './node_modules/typed/index.ts' can't be loaded: Node runs no TypeScript below node_modules: a package must ship JavaScript; a path to a folder of your own may be .ts",
  ])
})

test('a module that takes the name of another is refused with both places', async (t) => {
  const faults = await refusalOf(t, {
    'lectern.config.json': { modules: ['./mine.json'] },
    'mine.json': note('students'),
  })
  t.same(faults, [
    "configuration: modules: 'students' comes from 'built-in' and from './mine.json'; expected one module for each name",
  ])
})

test('faults of definitions come in the same report as those of the configuration', async (t) => {
  const field = { type: 'string', maxLenght: 5 }
  const resource = { kind: 'resource', name: 'note', doc: 'A note.', fields: { title: field } }
  const unread = await refusalOf(t, {
    'lectern.config.json': {
      modules: ['./notes.json'],
      plans: { small: { rosterSzie: 5, noteCount: 1 } },
      settings: { http: { rateLimit: 'lots' }, notes: { colour: 'red' }, htpt: {} },
    },
    'notes.json': note('notes', { definitions: [resource] }),
  })
  t.same(
    unread,
    [
      "notes: note.fields.title.maxLenght: no word 'maxLenght'; did you mean 'maxLength'?",
      "configuration: plans.small.rosterSzie: no quota 'rosterSzie'; did you mean 'rosterSize'?",
      "configuration: settings.htpt: no module 'htpt'; did you mean 'http'?",
      'configuration: settings.http.rateLimit: must be an integer or null',
    ],
    'what the unread module may have declared is not held against the configuration',
  )
  const unfit = await refusalOf(t, {
    'lectern.config.json': {
      modules: ['./notes.json'],
      plans: { small: { noteCount: 1 } },
      settings: { notes: { colour: 5 } },
    },
    'notes.json': note('notes', {
      needs: ['nots'],
      settings: { colour: { type: 'string', maxLength: 10, default: 'red' } },
    }),
  })
  t.same(unfit, [
    "notes: needs[0]: no module 'nots'; did you mean 'notes'?",
    "configuration: plans.small.noteCount: no quota 'noteCount'",
    'configuration: settings.notes.colour: must be a string',
  ])
})

test('settings of which no validator can be made are a fault of the module, and hide no other', async (t) => {
  const faults = await refusalOf(t, {
    'lectern.config.json': {
      modules: ['./notes.json'],
      settings: { notes: { code: 'x' }, http: { rateLimit: 'lots' } },
    },
    'notes.json': note('notes', { settings: { code: { type: 'string', maxLength: 5, pattern: '[' } } }),
  })
  t.match(faults[0], /^notes: settings\.code\.pattern: /)
  t.equal(faults.at(-1), 'configuration: settings.http.rateLimit: must be an integer or null')
})
