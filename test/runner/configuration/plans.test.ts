import { test } from 'tap'
import { load, refusalOf } from './load.ts'

const file = (content: unknown) => ({ 'lectern.config.json': content })

test('a plan sets limits; what it leaves out has the declared default', async (t) => {
  const { plans, defaultPlan, limitOf, upgradeUrlOf } = await load(
    t,
    file({
      plans: {
        free: { rosterSize: 0, upgrade_url: 'https://school.example/upgrade' },
        open: { rosterSize: null },
        usual: {},
      },
      defaultPlan: 'free',
    }),
  )
  t.same(plans, {
    default: { limits: { rosterSize: 2000 }, upgradeUrl: null },
    free: { limits: { rosterSize: 0 }, upgradeUrl: 'https://school.example/upgrade' },
    open: { limits: { rosterSize: null }, upgradeUrl: null },
    usual: { limits: { rosterSize: 2000 }, upgradeUrl: null },
  })
  t.equal(defaultPlan, 'free')
  t.equal(limitOf('open', 'rosterSize'), null)
  t.equal(limitOf('gone', 'rosterSize'), 0, 'an account on a plan that is gone has the limits of the default one')
  t.equal(upgradeUrlOf('gone'), 'https://school.example/upgrade')
  t.equal(limitOf('constructor', 'rosterSize'), 0)
})

test('default is a plan that can be set like any other, and stays the default when others are added', async (t) => {
  const { plans, defaultPlan } = await load(t, file({ plans: { default: { rosterSize: 7 }, other: {} } }))
  t.equal(plans.default?.limits.rosterSize, 7)
  t.equal(defaultPlan, 'default')
})

test('a limit of a module that is switched off may stand in a plan', async (t) => {
  const { limitOf } = await load(t, file({ modules: [], plans: { small: { rosterSize: 3 } } }))
  t.equal(limitOf('small', 'rosterSize'), 3)
})

test('every fault of plans is told at once', async (t) => {
  const faults = await refusalOf(
    t,
    file({
      plans: {
        one: { rosterSize: -1, rosterSzie: 5, upgradeUrl: 'x', deskCount: 5 },
        two: { rosterSize: 1.5, upgrade_url: '/upgrade' },
        three: { rosterSize: 'many', upgrade_url: 'javascript:alert(1)' },
        four: { rosterSize: 3_000_000_000, upgrade_url: null },
        five: 5,
        '': {},
      },
      defaultPlan: 'too',
    }),
  )
  const limit = 'must be an integer from 0 to 2147483647, or null for no limit'
  const address = 'must be an absolute http or https URL, or null'
  t.same(faults, [
    `configuration: plans.one.rosterSize: ${limit}`,
    "configuration: plans.one.rosterSzie: no quota 'rosterSzie'; did you mean 'rosterSize'?",
    "configuration: plans.one.upgradeUrl: no quota 'upgradeUrl'; did you mean 'upgrade_url'?",
    "configuration: plans.one.deskCount: no quota 'deskCount'",
    `configuration: plans.two.rosterSize: ${limit}`,
    `configuration: plans.two.upgrade_url: ${address}`,
    `configuration: plans.three.rosterSize: ${limit}`,
    `configuration: plans.three.upgrade_url: ${address}`,
    `configuration: plans.four.rosterSize: ${limit}`,
    'configuration: plans.five: found 5; expected limits by name',
    'configuration: plans.: is no name of a plan; expected 1 to 100 characters',
    "configuration: defaultPlan: no plan \"too\"; expected one of 'default', 'one', 'two', 'three', 'four', 'five', ''; did you mean 'two'?",
  ])
})
