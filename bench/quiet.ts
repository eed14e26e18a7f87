import { setTimeout as wait } from 'node:timers/promises'
import { machineCpuMs } from './usage.ts'

/** Above this share of the processors, other programs spoil a measurement. The kernel's own work stays below it. */
export const disturbingShare = 0.1

const sampleMs = 250
const patienceMs = 30_000

/** Waits until other programs leave the processors alone; not for ever. */
export const untilQuiet = async (): Promise<void> => {
  const deadline = Date.now() + patienceMs
  while (Date.now() < deadline) {
    const before = machineCpuMs()
    await wait(sampleMs)
    const after = machineCpuMs()
    if ((after.used - before.used) / (after.all - before.all) < disturbingShare) return
  }
}
