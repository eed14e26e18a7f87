import { setTimeout as wait } from 'node:timers/promises'
import { machineCpuMs } from './usage.ts'

/** Above this share of the processors, other programs spoil a measurement. The kernel's own work stays below it. */
export const disturbingShare = 0.1

const sampleMs = 250
const attempts = 3

/**
 * Takes a measurement while other programs leave the processors alone, and takes it again, at most twice, when they
 * came in between; the least disturbed counts. All in all it waits and repeats for `patienceMs`; then it is content
 * with what it gets.
 */
export const quietly = (patienceMs: number) => {
  let spentMs = 0
  const spend = async <A>(work: () => Promise<A>): Promise<A> => {
    const startedAt = performance.now()
    const result = await work()
    spentMs += performance.now() - startedAt
    return result
  }

  return async <A extends { othersShare: number }>(measure: () => Promise<A>): Promise<A> => {
    const untilQuiet = async () => {
      while (spentMs < patienceMs && (await spend(usedShare)) >= disturbingShare);
    }
    await untilQuiet()
    let best = await measure()
    for (
      let attempt = 2;
      attempt <= attempts && best.othersShare >= disturbingShare && spentMs < patienceMs;
      attempt++
    ) {
      await untilQuiet()
      const again = await spend(measure)
      if (again.othersShare < best.othersShare) best = again
    }
    return best
  }
}

/** The share of the processors that is in use while we wait. */
const usedShare = async (): Promise<number> => {
  const before = machineCpuMs()
  await wait(sampleMs)
  const after = machineCpuMs()
  return (after.used - before.used) / (after.all - before.all)
}
