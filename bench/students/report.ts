import type { Measured } from '../load.ts'
import { disturbingShare } from '../quiet.ts'
import { median } from '../statistics.ts'
import { fixed, spread, table, whole } from '../table.ts'
import { type OperationName, operationNames } from './operations.ts'

/** One app's turn with one operation. */
export type Figure = Omit<Measured, 'kept'> & { app: string; operation: OperationName; round: number }

/** Shares of the hand-written app's rate; a goal is what we would like beyond the target. */
const targets: Record<OperationName, { target: number; goal?: number }> = {
  get: { target: 0.95 },
  list: { target: 1, goal: 2 },
  search: { target: 1 },
  create: { target: 0.95 },
  replace: { target: 0.95 },
  mixed: { target: 1, goal: 1.5 },
}
const memoryTarget = 1.5
const held = 'lectern'

/** Tables of rates, costs and memory, and the targets that Lectern is held to. `apps[0]` is the yardstick. */
export const report = (figures: readonly Figure[], apps: readonly string[]): string => {
  const operations = operationNames.filter((name) => figures.some(({ operation }) => operation === name))
  const rows = operations.flatMap((operation) => apps.map((app) => rateRow(figures, apps, app, operation)))
  const yardstick = apps[0] ?? ''
  return [
    table(rateHead, rows, 2),
    `Medians; in brackets the least and the greatest of the rounds. Ratios: to ${yardstick}; in brackets, round by round.`,
    noise(figures),
    table(
      ['memory', 'MiB', '(spread)', 'ratio'],
      apps.map((app) => memoryRow(figures, yardstick, app)),
    ),
    ...(apps.slice(1).includes(held)
      ? [table(['target', held, '', ''], targetRows(figures, operations, yardstick))]
      : []),
  ].join('\n\n')
}

const rateHead = [
  ['operation', 'app'],
  ['requests/s', '(spread)', 'ratio', '(spread)'],
  ['server µs', 'database µs', 'p50 ms', 'p99 ms'],
].flat()

const rateRow = (figures: readonly Figure[], apps: readonly string[], app: string, operation: OperationName) => {
  const own = of(figures, app, operation)
  const ratios = ratiosOf(figures, apps[0] ?? '', app, operation)
  const each = (value: (figure: Figure) => number) => median(own.map(value))
  return [
    [app === apps[0] ? operation : '', app],
    [whole(median(own.map(rate))), `(${spread(own.map(rate), whole)})`],
    [fixed(ratios.ofMedians, 2), app === apps[0] ? '' : `(${spread(ratios.byRound, (value) => fixed(value, 2))})`],
    [whole(each((figure) => (figure.serverCpuMs * 1000) / figure.requests))],
    [whole(each((figure) => (figure.databaseCpuMs * 1000) / figure.requests))],
    [
      fixed(
        each(({ p50Ms }) => p50Ms),
        1,
      ),
      fixed(
        each(({ p99Ms }) => p99Ms),
        1,
      ),
    ],
  ].flat()
}

const noise = (figures: readonly Figure[]) => {
  const shares = figures.map(({ othersShare }) => othersShare * 100)
  const disturbed = figures.filter(({ othersShare }) => othersShare >= disturbingShare).length
  return `Other programs took ${fixed(median(shares), 0)} % of the processors (${spread(shares, (value) => fixed(value, 0))} %); ${disturbed} of ${figures.length} turns stayed disturbed (${disturbingShare * 100} % or more).`
}

const memoryRow = (figures: readonly Figure[], yardstick: string, app: string) => {
  const values = of(figures, app).map(({ residentMiB }) => residentMiB)
  return [app, whole(median(values)), `(${spread(values, whole)})`, fixed(memoryRatio(figures, yardstick, app), 2)]
}

const targetRows = (figures: readonly Figure[], operations: readonly OperationName[], yardstick: string) => [
  ...operations.map((operation) => {
    const { target, goal } = targets[operation]
    const { ofMedians } = ratiosOf(figures, yardstick, held, operation)
    const towardsGoal = goal === undefined ? '' : `goal ${fixed(goal, 1)} ${ofMedians >= goal ? 'met' : 'not met'}`
    return [
      `${operation} ≥ ${fixed(target, 2)}`,
      fixed(ofMedians, 2),
      ofMedians >= target ? 'met' : 'NOT MET',
      towardsGoal,
    ]
  }),
  memoryVerdict(memoryRatio(figures, yardstick, held)),
]

const memoryVerdict = (ratio: number) => [
  `memory ≤ ${fixed(memoryTarget, 2)}`,
  fixed(ratio, 2),
  ratio <= memoryTarget ? 'met' : 'NOT MET',
]

const memoryRatio = (figures: readonly Figure[], yardstick: string, app: string) => {
  const memoryOf = (name: string) => median(of(figures, name).map(({ residentMiB }) => residentMiB))
  return memoryOf(app) / memoryOf(yardstick)
}

const ratiosOf = (figures: readonly Figure[], yardstick: string, app: string, operation: OperationName) => {
  const own = of(figures, app, operation)
  const theirs = of(figures, yardstick, operation)
  const byRound = own.map((figure) => {
    const other = theirs.find(({ round }) => round === figure.round)
    return other === undefined ? Number.NaN : rate(figure) / rate(other)
  })
  return { ofMedians: median(own.map(rate)) / median(theirs.map(rate)), byRound }
}

const of = (figures: readonly Figure[], app: string, operation?: OperationName) =>
  figures.filter((figure) => figure.app === app && (operation ?? figure.operation) === figure.operation)

const rate = ({ requests, seconds }: Figure) => requests / seconds
