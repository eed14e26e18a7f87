import t from 'tap'
import { readSources } from './sources.ts'
import { faultsOfWalls } from './walls.ts'

const faultsIn = (files: Record<string, string>) =>
  faultsOfWalls(Object.entries(files).map(([path, text]) => ({ path, text })))

t.test('the tree keeps its walls', async (t) => {
  t.equal(faultsOfWalls(await readSources()).join('\n'), '')
})

t.test('definitions imports only effect/* and itself', async (t) => {
  const faults = faultsIn({
    'definitions/field.ts': [
      "import * as Schema from 'effect/Schema'",
      "import { word } from './word.ts'",
      "import type { Pool } from 'pg'",
      "import { readFile } from 'node:fs/promises'",
      'export {',
      '  plan,',
      "} from '#core/plan.ts'",
    ].join('\n'),
  })
  t.same(faults, [
    "definitions/field.ts:3: imports 'pg'; definitions imports only effect/* and itself",
    "definitions/field.ts:4: imports 'node:fs/promises'; definitions imports only effect/* and itself",
    "definitions/field.ts:7: imports '#core/plan.ts'; definitions imports only effect/* and itself",
  ])
})

t.test('a module imports definitions and its own files', async (t) => {
  const sentence = 'a module imports definitions and files of its own folder, and no engine of the core'
  const faults = faultsIn({
    'modules/students/student.ts': [
      "import { defineResource } from '#definitions'",
      "import type { Field } from '#definitions/field.ts'",
      "import * as Effect from 'effect/Effect'",
      "import { rosterSize } from './roster-size.ts'",
      "import { quiz } from '../quizzes/quiz.ts'",
      "import { bank } from '#modules/banks/bank.ts'",
      "const core = await import('#core/assemble.ts')",
      "import pg from 'pg'",
      "import '@mikro-orm/core'",
    ].join('\n'),
    'modules/index.ts': "import students from './students/module.ts'\nimport { student } from './students/student.ts'",
  })
  t.same(
    [...faults].sort(),
    [
      `modules/index.ts:2: imports './students/student.ts'; ${sentence}`,
      `modules/students/student.ts:5: imports '../quizzes/quiz.ts'; ${sentence}`,
      `modules/students/student.ts:6: imports '#modules/banks/bank.ts'; ${sentence}`,
      `modules/students/student.ts:7: imports '#core/assemble.ts'; ${sentence}`,
      `modules/students/student.ts:8: imports 'pg'; ${sentence}`,
      `modules/students/student.ts:9: imports '@mikro-orm/core'; ${sentence}`,
    ].sort(),
  )
})

t.test('core imports neither modules nor runner, runner no tests, and nobody tests', async (t) => {
  const faults = faultsIn({
    'core/assemble.ts':
      "import Koa from 'koa'\nimport all from '#modules/index.ts'\nimport { main } from '../runner/main.ts'",
    'runner/main.ts': "import { assemble } from '#core/assemble.ts'\nimport { freshDatabase } from '#test/database.ts'",
    'bench/run.ts': "import { freshDatabase } from '../test/database.ts'",
  })
  t.same(faults, [
    "core/assemble.ts:2: imports '#modules/index.ts'; core imports definitions and core, never modules or runner",
    "core/assemble.ts:3: imports '../runner/main.ts'; core imports definitions and core, never modules or runner",
    "runner/main.ts:2: imports '#test/database.ts'; runner imports definitions, core and modules",
    "runner/main.ts:2: imports '#test/database.ts'; nobody imports tests",
    "bench/run.ts:1: imports '../test/database.ts'; nobody imports tests",
  ])
})

t.test('imports do not climb, end in .ts, and take effect by part', async (t) => {
  const faults = faultsIn({
    'test/core/http/route.test.ts': [
      "import { route } from '../../../core/http/route.ts'",
      "import { other } from '#core/http/other'",
      "import { Effect } from 'effect'",
    ].join('\n'),
  })
  t.same(faults, [
    "test/core/http/route.test.ts:1: imports '../../../core/http/route.ts'; no path climbs three folders: write #room/…",
    "test/core/http/route.test.ts:2: imports '#core/http/other'; imports of our files end in .ts",
    "test/core/http/route.test.ts:3: imports 'effect'; import the part, 'effect/Effect' say: the whole costs 100 ms",
  ])
})

t.test('only the runner reads the environment', async (t) => {
  const readers = [
    'process.env.PORT',
    "process['env']",
    'const { env } = process',
    "import { env } from 'node:process'",
  ]
  for (const text of readers) {
    t.same(faultsIn({ 'core/port.ts': text, 'runner/port.ts': text }), [
      'core/port.ts:1: reads the environment; only runner does',
    ])
  }
})

t.test('core and runner speak no school word', async (t) => {
  const faults = faultsIn({
    'core/tables.ts': [
      '// A quiz may be said in a comment.',
      "const name = 'students' /* a teacher too */",
      'const quizTable = 1',
      'const completeJobBatchDelay = 0',
      'const WEBHOOK_URL = `profile_1`',
    ].join('\n'),
    'runner/lesson.ts': '',
    'modules/quizzes/quiz.ts': "const quiz = 'quiz'",
  })
  t.same(faults, [
    "core/tables.ts:2: 'students' is a school word; core and runner have none",
    "core/tables.ts:3: 'quizTable' is a school word; core and runner have none",
    "core/tables.ts:5: 'WEBHOOK' is a school word; core and runner have none",
    "core/tables.ts:5: 'profile' is a school word; core and runner have none",
    "runner/lesson.ts:1: 'runner/lesson.ts' is a school word; core and runner have none",
  ])
})

t.test('files are short and their names say something', async (t) => {
  const faults = faultsIn({
    'core/long.ts': '\n'.repeat(250).concat('1'),
    'core/just.ts': '\n'.repeat(249).concat('1'),
    'test/long.test.ts': '\n'.repeat(400).concat('1'),
    'core/utils.ts': '',
    'runner/shared/port.ts': '',
    'core/state-manager.ts': '',
  })
  t.same(faults, [
    'core/long.ts:251: 251 lines, at most 250: look for the second idea',
    "core/utils.ts:1: 'utils' names nothing: what has no name has no place yet",
    "runner/shared/port.ts:1: 'shared' names nothing: what has no name has no place yet",
    "core/state-manager.ts:1: 'manager' names nothing: what has no name has no place yet",
  ])
})

t.test('comments, strings and regular expressions do not hide or invent imports', async (t) => {
  const faults = faultsIn({
    'core/text.ts': [
      "// import quiz from '#modules/quizzes/quiz.ts'",
      '/*',
      "import quiz from '#modules/quizzes/quiz.ts'",
      '*/',
      "const address = 'http://example.org/*'",
      'const quotes = text.replace(/[`\'"/]/g, address)',
      "import all from '#modules/index.ts'",
    ].join('\n'),
  })
  t.same(faults, [
    "core/text.ts:7: imports '#modules/index.ts'; core imports definitions and core, never modules or runner",
  ])
})
