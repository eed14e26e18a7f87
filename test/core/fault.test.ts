import { test } from 'tap'
import { fault, nearest, show, toSentence } from '#core/fault.ts'

test('a fault is a sentence: module, place, what was found, what was expected, what was meant', async (t) => {
  t.equal(
    toSentence(fault('school', 'pupil.states.initial', "no state 'opn'", { word: 'opn', known: ['open'] })),
    "school: pupil.states.initial: no state 'opn'; did you mean 'open'?",
  )
  t.equal(
    toSentence(fault('school', 'pupil.name', 'found 3', { expected: 'a name', word: '3', known: ['open'] })),
    'school: pupil.name: found 3; expected a name',
  )
  t.equal(toSentence(fault('a module', '', 'found null')), 'a module: found null')
})

test('the nearest word is offered when it is near for its length, in whatever case', async (t) => {
  t.equal(nearest('maxLenght', ['minLength', 'maxLength']), 'maxLength')
  t.equal(nearest('MaxLength', ['maxLength']), 'maxLength')
  t.equal(nearest('a', ['b']), 'b')
  t.equal(nearest('to', ['quiz']), null)
  t.equal(nearest('', []), null)
})

test('letters in another order are one slip', async (t) => {
  t.equal(nearest('form', ['for', 'from']), 'for')
  t.equal(nearest('form', ['ref', 'from']), 'from')
  t.equal(nearest('dya', ['month', 'day']), 'day')
})

test('a value is shown in at most 60 characters', async (t) => {
  t.equal(show({ a: [1] }), '{"a":[1]}')
  t.equal(show(undefined), 'undefined')
  t.equal(show('x'.repeat(100)), `"${'x'.repeat(56)}...`)
})
