import { test } from 'tap'
import { defineContribution, defineExtensionPoint, type ExtensionPoint, type Json } from '#definitions'
import { behaviourOf, faultsOf, moduleOf } from './faults-of.ts'

const blocks = defineExtensionPoint({
  name: 'page.blocks',
  doc: 'What a page shows.',
  holds: {
    label: { type: 'string', maxLength: 10 },
    items: {
      type: 'array',
      maxItems: 2,
      default: [],
      items: { type: 'object', properties: { text: { type: 'string' }, level: { enum: [1, 2], default: 1 } } },
    },
  },
})

const faultsOfData = (data: { readonly [name: string]: Json }): readonly string[] =>
  faultsOf(moduleOf([blocks, defineContribution({ to: 'page.blocks', key: 'faq', doc: 'Questions.', data })]))

test('a contribution brings what its extension point holds: every fault, with its place', async (t) => {
  t.same(faultsOfData({ label: 'Questions', items: [{ text: 'a' }] }), [])
  t.same(faultsOfData({ lable: 'Questions and answers', items: [{ text: 3 }, { text: 'a', level: 4 }, {}] }), [
    'school: faq.data.label: is required',
    "school: faq.data.lable: is not a known member; did you mean 'label'?",
    'school: faq.data.items: [{"text":3},{"text":"a","level":4},{}] must have at most 2 items',
    'school: faq.data.items[0].text: 3 must be a string',
    'school: faq.data.items[1].level: 4 must be one of 1, 2',
    'school: faq.data.items[2].text: is required',
  ])
})

test('a contribution to what takes input has its behaviour, one of data alone has none', async (t) => {
  const render: ExtensionPoint = { ...blocks, name: 'page.renders', input: { type: 'string' } }
  const faq = defineContribution({ to: 'page.renders', key: 'faq', doc: 'x', data: { label: 'a' } })
  t.same(faultsOf(moduleOf([render, faq])), ['school: page.renders/faq: contribution without its behaviour'])
  t.same(faultsOf(moduleOf([render, faq], { behaviours: [behaviourOf('contribution', 'page.renders/faq')] })), [])
})

test('two contributions under one key name both modules', async (t) => {
  const faq = defineContribution({ to: 'page.blocks', key: 'faq', doc: 'x', data: { label: 'a' } })
  const one = moduleOf([blocks, faq], { name: 'pages' })
  const other = moduleOf([faq], { name: 'questions', needs: ['pages'] })
  t.same(faultsOf(one, other), [
    "questions: page.blocks/faq: declared in 'pages' too; expected one owner for each name",
  ])
  t.same(faultsOf(moduleOf([blocks, faq, faq])), [
    'school: page.blocks/faq: declared twice in it; expected one owner for each name',
  ])
})
