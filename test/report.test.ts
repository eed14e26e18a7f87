import t from 'tap'
import { FileReport } from './report.ts'

const read = (output: string, fault?: string) => {
  const printed: string[] = []
  const report = new FileReport('test/a.test.ts', (line) => printed.push(line))
  for (const line of output.split('\n')) report.read(line)
  return { printed, totals: report.end({ fault }), failures: report.failures }
}

t.test('a failure is shown once, with its path and its diagnosis', async (t) => {
  const { failures, printed, totals } = read(`TAP version 14
printed by the test
# Subtest: one
    ok 1 - fine
      ---
      note: of no interest
      ...
    # Subtest: deep
        not ok 1 - should be equal
          ---
          diff: |
            -2
            +1
          ...
        1..1
    not ok 2 - deep # time=1ms
      ---
      at: somewhere
      ...
    1..2
not ok 1 - one # time=2ms
not ok 2 - later # TODO
# Subtest: two
    1..0
not ok 3 - two # time=4ms
  ---
  at: elsewhere
  ...
1..3
# { total: 4, pass: 1, fail: 2, todo: 1 }`)
  t.same(failures, [
    '',
    '✗ test/a.test.ts > one > deep > should be equal',
    '  diff: |',
    '    -2',
    '    +1',
    '',
    '✗ test/a.test.ts > two',
    '  at: elsewhere',
  ])
  t.same(printed, ['printed by the test'])
  t.same(totals, { passed: 1, failed: 2, skipped: 1 })
})

t.test('the totals are those of the whole file', async (t) => {
  const output = '    # { total: 9, pass: 9 }\n# { total: 12, pass: 6, fail: 4, todo: 1, skip: 1 }\n# time=4345.899ms\n'
  t.same(read(output, 'exit code 1').totals, { passed: 6, failed: 4, skipped: 2 })
  t.same(read('# { total: 3, pass: 3 }').totals, { passed: 3, failed: 0, skipped: 0 })
})

t.test('a file that ends badly, or asserts nothing, has failed', async (t) => {
  const killed = read('# { total: 3, pass: 3 }', 'SIGKILL')
  t.same(killed.totals, { passed: 3, failed: 1, skipped: 0 })
  t.same(killed.failures, ['', '✗ test/a.test.ts: SIGKILL'])
  const empty = read('')
  t.same(empty.totals, { passed: 0, failed: 1, skipped: 0 })
  t.same(empty.failures, ['', '✗ test/a.test.ts: no assertion'])
})

t.test('a diff that tap has folded is shown line by line', async (t) => {
  const { failures } = read(`not ok 1 - one
  ---
  diff: >
    --- expected

    +++ actual

    @@ -1,2 +1,2 @@
     Object {
    -  "a": "a long
    line",

    +  "a": "another",
     }
  at: here
  ...`)
  t.same(failures.slice(0, 10), [
    '',
    '✗ test/a.test.ts > one',
    '  diff: >',
    '    --- expected',
    '    +++ actual',
    '    @@ -1,2 +1,2 @@',
    '     Object {',
    '    -  "a": "a long line",',
    '    +  "a": "another",',
    '     }',
  ])
})
