import { setTimeout as wait } from 'node:timers/promises'
import { machineCpuMs } from './usage.ts'

/** Above this share of the processors, other programs spoil a measurement. The kernel's own work stays below it. */
export const disturbingShare = 0.1

const sampleMs = 250
const attempts = 3

export type Quiet = {
  /** Waits until other programs leave the processors alone. */
  wait(): Promise<void>
  /** Measures when it is quiet, and again, at most twice, when others came in between; the least disturbed counts. */
  measure<A extends { othersShare: number }>(take: () => Promise<A>): Promise<A>
}

/** Waits and repeats for `patienceMs` in all; then it is content with what it gets. */
export const seekQuiet = (patienceMs: number): Quiet => {
  let spentMs = 0
  const spend = async <A>(work: () => Promise<A>): Promise<A> => {
    const startedAt = performance.now()
    const result = await work()
    spentMs += performance.now() - startedAt
    return result
  }
  const waitForQuiet = async () => {
    while (spentMs < patienceMs && (await spend(usedShare)) >= disturbingShare);
  }
  return {
    wait: waitForQuiet,
    measure: async (take) => {
      await waitForQuiet()
      let best = await take()
      for (let attempt = 2; attempt <= attempts && best.othersShare >= disturbingShare; attempt++) {
        if (spentMs >= patienceMs) break
        await waitForQuiet()
        const again = await spend(take)
        if (again.othersShare < best.othersShare) best = again
      }
      return best
    },
  }
}

/** The share of the processors that is in use while we wait. */
const usedShare = async (): Promise<number> => {
  const before = machineCpuMs()
  await wait(sampleMs)
  const after = machineCpuMs()
  return (after.used - before.used) / (after.all - before.all)
}
