import { test } from 'tap'
import { defineContribution, defineError, defineEvent, defineExtensionPoint, defineQuota } from '#definitions'
import { behaviourOf, faultsOf, faultsOfResource, faultsOfSources, lesson, moduleOf, pupil } from './faults-of.ts'

const module = (name: string, needs: readonly string[] = []) => moduleOf([], { name, needs })

test('what a module needs is there', async (t) => {
  t.same(faultsOf(module('bank'), module('quizzes', ['banc', 'quizzes', 'bank', 'bank'])), [
    "quizzes: needs[0]: no module 'banc'; did you mean 'bank'?",
    'quizzes: needs[1]: a module needs itself; expected other modules',
    "quizzes: needs[3]: 'bank' is named twice",
  ])
})

test('what a module that is switched on needs is switched on', async (t) => {
  const sources = (bank: boolean, quizzes: boolean) => [
    { module: module('bank'), source: 'built-in', enabled: bank },
    { module: module('quizzes', ['bank']), source: 'built-in', enabled: quizzes },
  ]
  t.same(faultsOfSources(sources(false, true)), [
    "quizzes: needs[0]: 'bank' is switched off; expected it switched on, or 'quizzes' off too",
  ])
  t.same(faultsOfSources(sources(false, false)), [])
})

test('a cycle in needs is shown', async (t) => {
  const cycle = [
    module('c', ['a']),
    module('a', ['b']),
    module('b', ['c', 'd']),
    module('d', ['e']),
    module('e', ['d']),
  ]
  t.same(faultsOf(...cycle), ['a: needs: a → b → c → a; expected no cycle', 'd: needs: d → e → d; expected no cycle'])
})

test('whatever is named is declared', async (t) => {
  const operations = { create: { scope: 'api:pupil:raed', feature: 'pupils', quota: 'pupilz' } } as const
  const school = moduleOf(
    [
      pupil({
        path: '/pupils',
        fields: { name: { type: 'string' }, friend: { ref: 'pupill' } },
        operations,
        events: { created: 'pupil.mad' },
        unique: { once: { fields: ['name'], error: 'NAME_TAKN' } },
        states: {
          initial: 'in',
          final: ['out'],
          transitions: { go: { from: ['in'], to: 'out', refused: 'GON', event: 'pupil.gone', job: 'write-leter' } },
        },
      }),
      lesson({ scope: 'api:pupil:writ', errors: ['NOT_FOND'] }),
      defineEvent({ name: 'pupil.made', doc: 'x', payload: { id: { ref: 'pupil' } } }),
      defineError({ code: 'NAME_TAKEN', status: 409, message: 'x' }),
      defineQuota({ name: 'pupils', doc: 'x', counts: 'pupls', default: 1, error: 'FUL' }),
      defineContribution({ to: 'page.blocks', key: 'faq', doc: 'x', data: {} }),
      { kind: 'subscription', name: 'tell', doc: 'x', event: 'pupil.maed', job: 'telll' },
      { kind: 'job', name: 'write-letter', doc: 'x', payload: { id: { ref: 'pupil' } } },
    ],
    { scopes: { 'api:pupil:read': 'x', 'api:pupil:write': 'x' }, features: { pupil: { doc: 'x', default: true } } },
  )
  t.same(
    faultsOf(school).filter((sentence) => !sentence.includes('text without a bound')),
    [
      "school: pupil.fields.friend.ref: no resource 'pupill'; did you mean 'pupil'?",
      "school: pupil.operations.create.scope: no scope 'api:pupil:raed'; did you mean 'api:pupil:read'?",
      "school: pupil.operations.create.feature: no feature 'pupils'; did you mean 'pupil'?",
      "school: pupil.operations.create.quota: no quota 'pupilz'; did you mean 'pupils'?",
      "school: pupil.unique.once.error: no error 'NAME_TAKN'; did you mean 'NAME_TAKEN'?",
      "school: pupil.events.created: no event 'pupil.mad'; did you mean 'pupil.made'?",
      "school: pupil.states.transitions.go.refused: no error 'GON'",
      "school: pupil.states.transitions.go.event: no event 'pupil.gone'; did you mean 'pupil.made'?",
      "school: pupil.states.transitions.go.job: no job 'write-leter'; did you mean 'write-letter'?",
      "school: lesson.plan.scope: no scope 'api:pupil:writ'; did you mean 'api:pupil:write'?",
      "school: lesson.plan.errors[0]: no error 'NOT_FOND'; did you mean 'NOT_FOUND'?",
      "school: tell.event: no event 'pupil.maed'; did you mean 'pupil.made'?",
      "school: tell.job: no job 'telll'",
      "school: pupils.counts: no resource 'pupls'; did you mean 'pupil'?",
      "school: pupils.error: no error 'FUL'",
      "school: faq.to: no extension point 'page.blocks'",
    ],
  )
})

test('what only looks declared, because JavaScript has it, is not', async (t) => {
  t.same(
    faultsOfResource({
      path: '/p',
      fields: { a: { ref: 'constructor' } },
      operations: { create: { quota: 'toString' } },
    }),
    [
      "school: pupil.fields.a.ref: no resource 'constructor'",
      "school: pupil.operations.create.quota: no quota 'toString'",
    ],
  )
})

test("a module that uses another's definition needs it", async (t) => {
  const bank = moduleOf(
    [
      pupil({ name: 'question' }),
      defineEvent({ name: 'question.made', doc: 'x', payload: {} }),
      defineError({ code: 'BANK_FULL', status: 403, message: 'x' }),
      defineExtensionPoint({ name: 'bank.types', doc: 'x', holds: {} }),
      { kind: 'job', name: 'sort', doc: 'x', payload: {} },
    ],
    { name: 'bank', scopes: { 'api:bank:read': 'x' }, features: { bank: { doc: 'x', default: true } } },
  )
  const uses = [
    pupil({ name: 'quiz', fields: { question: { ref: 'question' }, account: { ref: 'account' } } }),
    lesson({ scope: 'api:bank:read', feature: 'bank', errors: ['BANK_FULL', 'NOT_FOUND'] }),
    defineContribution({ to: 'bank.types', key: 'cloze', doc: 'x', data: {} }),
    { kind: 'subscription', name: 'copy', doc: 'x', event: 'question.made', job: 'sort' },
    { kind: 'subscription', name: 'hear', doc: 'x', event: '*' },
  ] as const
  const expected = "expected 'bank' among needs"
  t.same(faultsOf(bank, moduleOf(uses, { name: 'quizzes' })), [
    `quizzes: quiz.fields.question.ref: resource 'question' is declared by 'bank'; ${expected}`,
    `quizzes: lesson.plan.scope: scope 'api:bank:read' is declared by 'bank'; ${expected}`,
    `quizzes: lesson.plan.feature: feature 'bank' is declared by 'bank'; ${expected}`,
    `quizzes: lesson.plan.errors[0]: error 'BANK_FULL' is declared by 'bank'; ${expected}`,
    `quizzes: copy.event: event 'question.made' is declared by 'bank'; ${expected}`,
    `quizzes: copy.job: job 'sort' is declared by 'bank'; ${expected}`,
    `quizzes: cloze.to: extension point 'bank.types' is declared by 'bank'; ${expected}`,
  ])
  t.same(faultsOf(bank, moduleOf(uses, { name: 'quizzes', needs: ['bank'] })), [])
})

test('the faults of a module that cannot be read are not told again by those that need it', async (t) => {
  const bank = moduleOf([pupil({ name: 'question', fields: { text: { type: 'string', minLength: -1 } } })], {
    name: 'bank',
  })
  const quiz = pupil({ name: 'quiz', fields: { question: { ref: 'question' } } })
  t.same(faultsOf(bank, moduleOf([quiz], { name: 'quizzes', needs: ['bank'] })), [
    'bank: question.fields.text.minLength: found -1; expected a value greater than or equal to 0',
  ])
})

test('a scope and a feature are declared by one module', async (t) => {
  const said = { scopes: { 'api:pupil:read': 'x' }, features: { pupils: { doc: 'x', default: true } } }
  t.same(faultsOf(moduleOf([], { name: 'b', ...said }), moduleOf([], { name: 'a', ...said })), [
    "b: scopes.api:pupil:read: declared in 'a' too; expected one owner for each name",
    "b: features.pupils: declared in 'a' too; expected one owner for each name",
  ])
})

test('a behaviour serves a definition, and a definition has its behaviour', async (t) => {
  const behaviours = [behaviourOf('operation', 'lesson.plann'), behaviourOf('job', 'sweep')]
  t.same(faultsOf(moduleOf([lesson()], { behaviours })), [
    "school: behaviours: no operation 'lesson.plann'; did you mean 'lesson.plan'?",
    "school: behaviours: no job 'sweep'",
    "school: lesson.plan: operation without its behaviour; did you mean 'lesson.plann'?",
  ])
  t.same(faultsOf(moduleOf([lesson()]), moduleOf([], { name: 'academy', behaviours: [behaviourOf('job', 'x')] })), [
    "academy: behaviours: no job 'x'",
  ])
  const elsewhere = moduleOf([], { name: 'academy', behaviours: [behaviourOf('operation', 'lesson.plan')] })
  t.same(faultsOf(moduleOf([lesson()], { behaviours: [] }), elsewhere), [
    "academy: behaviours: operation 'lesson.plan' is declared by 'school'; expected it there",
    'school: lesson.plan: operation without its behaviour',
  ])
})

test('every kind of definition that data cannot carry out has its behaviour', async (t) => {
  const definitions = [
    lesson(),
    { kind: 'job', name: 'sweep', doc: 'x', payload: {} },
    { kind: 'page', name: 'home.page', doc: 'x', path: '/home' },
    { kind: 'subscription', name: 'hear', doc: 'x', event: '*' },
    { kind: 'subscription', name: 'pass-on', doc: 'x', event: 'home.seen', job: 'sweep' },
    defineEvent({ name: 'home.seen', doc: 'x', payload: {} }),
    defineExtensionPoint({ name: 'home.blocks', doc: 'x', holds: {}, input: { type: 'string' } }),
    defineExtensionPoint({ name: 'home.words', doc: 'x', holds: {} }),
    defineContribution({ to: 'home.blocks', key: 'faq', doc: 'x', data: {} }),
    defineContribution({ to: 'home.words', key: 'yes', doc: 'x', data: {} }),
  ] as const
  t.same(faultsOf(moduleOf(definitions, { behaviours: [] })), [
    'school: lesson.plan: operation without its behaviour',
    'school: sweep: job without its behaviour',
    'school: home.page: page without its behaviour',
    'school: hear: subscription without its behaviour',
    'school: home.blocks/faq: contribution without its behaviour',
  ])
  const idle = [behaviourOf('subscription', 'pass-on'), behaviourOf('contribution', 'home.words/yes')]
  t.same(faultsOf(moduleOf(definitions, { behaviours: idle })).slice(0, 2), [
    "school: behaviours: 'pass-on' needs no behaviour; expected job 'sweep' does the work",
    "school: behaviours: 'home.words/yes' needs no behaviour; expected data alone for 'home.words'",
  ])
})
