import { test } from 'tap'
import { faultsOf } from '#core/validate/compile.ts'

const fits = (format: string, value: string): boolean => faultsOf({ type: 'string', format }, value).length === 0

const cases: { readonly [format: string]: { readonly right: readonly string[]; readonly wrong: readonly string[] } } = {
  uuid: {
    right: [
      '01900000-0000-7000-8000-000000000000',
      '00000000-0000-0000-0000-000000000000',
      'FFFFFFFF-ffff-FFFF-ffff-FFFFFFFFFFFF',
    ],
    wrong: [
      '',
      'x',
      'urn:uuid:01900000-0000-7000-8000-000000000000',
      '{01900000-0000-7000-8000-000000000000}',
      '01900000000070008000000000000000',
      '01900000-0000-7000-8000-000000000000\n',
      '0190000g-0000-7000-8000-000000000000',
    ],
  },
  date: {
    right: ['2026-11-21', '2024-02-29', '2000-02-29', '0001-01-01', '9999-12-31'],
    wrong: [
      '',
      '2026-11-31',
      '2023-02-29',
      '1900-02-29',
      '0000-01-01',
      '2026-00-10',
      '2026-13-01',
      '2026-01-00',
      '26-01-01',
      '02026-01-01',
      '+2026-01-01',
      '2026-1-1',
      '2026-01-01 ',
      '2026-01-01\n',
      '2026-01-01T00:00:00Z',
      '２０２６-01-01',
    ],
  },
  'date-time': {
    right: [
      '2026-11-21T04:16:27Z',
      '2026-11-21T04:16:27.1Z',
      '2026-11-21T04:16:27.123456789Z',
      '2026-11-21t04:16:27z',
      '2026-11-21T04:16:27+23:59',
      '2026-11-21T04:16:27-00:00',
      '0001-01-01T00:00:00Z',
      '9999-12-31T23:59:59.999Z',
      '9999-12-31T23:59:59.9994Z',
      '0001-01-01T01:00:00+01:00',
    ],
    wrong: [
      '',
      '2026-11-21',
      '2026-11-21T04:16:27',
      '2026-11-21 04:16:27Z',
      '2026-11-21T24:00:00Z',
      '2026-11-21T23:60:00Z',
      '2026-11-21T23:59:60Z',
      '2026-02-30T00:00:00Z',
      '2026-11-21T04:16Z',
      '2026-11-21T04:16:27.Z',
      '2026-11-21T04:16:27,1Z',
      '2026-11-21T04:16:27+0100',
      '2026-11-21T04:16:27+24:00',
      '2026-11-21T04:16:27Z ',
      '9999-12-31T23:59:59.9996Z',
      '9999-12-31T23:59:59-00:01',
      '0001-01-01T00:00:00+00:01',
      '0000-12-31T23:59:59Z',
      'now',
      'infinity',
    ],
  },
  email: {
    right: ['a@b.co', 'first.last+tag@sub.example.test', "o'brien@example.test", '_@example.test'],
    wrong: [
      '',
      'a',
      'a@',
      '@b.co',
      'a@b@c.co',
      'a b@c.co',
      'a@b..co',
      '.a@b.co',
      'a.@b.co',
      'a@-b.co',
      `${'a'.repeat(300)}@${'b'.repeat(60)}.co`,
      'a@b.co\n',
      'Ada <a@b.co>',
    ],
  },
  uri: {
    right: [
      'https://example.test',
      'https://example.test/a?b=c#d',
      'mailto:a@b.co',
      'urn:isbn:0451450523',
      'http://[2001:db8::1]:8080/',
    ],
    wrong: [
      '',
      'x',
      '/x',
      '//example.test',
      'https://example.test/a b',
      'https://example.test/ü',
      'http://[::1',
      `https://example.test/${'x'.repeat(8200)}`,
      'https://example.test/%zz',
    ],
  },
  byte: {
    right: ['', 'AAEC', 'AAE=', 'AA==', '+/+/'],
    wrong: ['A', 'AA', 'AAE', 'A===', '====', 'AA=A', 'AAEC\n', 'AA-_', ' AAE=', 'Ä==='],
  },
  duration: {
    right: ['1ms', '300ms', '30s', '1m', '2h', '5d', '9999999d'],
    wrong: ['', '0s', '-1s', '+1s', '1', 's', '1.5h', '1 s', '01s', '1S', '1w', '1m30s', 'PT1M', '1s\n', '99999999s'],
  },
  ipv4: {
    right: ['192.0.2.1', '0.0.0.0', '255.255.255.255'],
    wrong: ['', '256.0.0.1', '1.2.3', '1.2.3.4.5', '01.2.3.4', '1.2.3.4/8', 'a.b.c.d'],
  },
  ipv6: {
    right: ['::', '::1', '2001:db8::1', '::ffff:192.0.2.1'],
    wrong: ['', ':::', '2001:db8::1::1', '12345::', '192.0.2.1', '[::1]'],
  },
  regex: { right: ['', '^a+$', '\\d{2}'], wrong: ['(', '[', '*a', 'a{2,1}'] },
}

for (const [format, { right, wrong }] of Object.entries(cases)) {
  test(`${format} takes what is one, and nothing else`, (t) => {
    t.strictSame(
      right.filter((each) => !fits(format, each)),
      [],
      'taken',
    )
    t.strictSame(
      wrong.filter((each) => fits(format, each)),
      [],
      'refused',
    )
    t.end()
  })
}

test('no text makes a format take long', (t) => {
  const nasty = [
    'a'.repeat(100_000),
    `${'a.'.repeat(50_000)}@`,
    `${'a@'.repeat(50_000)}`,
    '1'.repeat(100_000),
    `https://${'a%'.repeat(50_000)}`,
    '='.repeat(100_000),
    ':'.repeat(100_000),
    `http://${'['.repeat(50_000)}`,
    '('.repeat(1_000),
  ]
  for (const format of Object.keys(cases)) {
    for (const text of nasty) {
      const before = performance.now()
      fits(format, text)
      const took = performance.now() - before
      t.ok(took < 500, `${format}: ${Math.round(took)} ms`)
    }
  }
  t.end()
})
