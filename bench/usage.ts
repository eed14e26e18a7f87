import { readdirSync, readFileSync } from 'node:fs'

// Linux counts processor time in ticks of 10 ms, whatever the kernel's own clock is.
const msPerTick = 10

/** Processor time of one process so far, user and system, in milliseconds. Linux only. */
export const cpuMs = (pid: number): number => {
  const fields = statFields(pid)
  return (Number(fields[11]) + Number(fields[12])) * msPerTick
}

/** Resident memory of a process now, in MiB. Linux only. */
export const residentMiB = (pid: number): number =>
  Number(/VmRSS:\s*(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? Number.NaN) / 1024

/** Processor time so far of each child of a process, by process id: PostgreSQL has one child per connection. */
export const cpuMsOfChildren = (parent: number): Map<number, number> => {
  const times = new Map<number, number>()
  for (const entry of readdirSync('/proc')) {
    const pid = Number(entry)
    if (!Number.isInteger(pid)) continue
    try {
      if (Number(statFields(pid)[1]) === parent) times.set(pid, cpuMs(pid))
    } catch {
      // It ended between the two readings.
    }
  }
  return times
}

/** What those children used between two readings; one that came in between counts from its beginning. */
export const cpuMsBetween = (before: Map<number, number>, after: Map<number, number>): number =>
  [...after].reduce((sum, [pid, ms]) => sum + ms - (before.get(pid) ?? 0), 0)

/** Processor time of the whole machine so far, in milliseconds: what was used, and what there was. Linux only. */
export const machineCpuMs = (): { used: number; all: number } => {
  const [line = ''] = readFileSync('/proc/stat', 'utf8').split('\n', 1)
  // user, nice, system, idle, waiting for the disk, interrupts, soft interrupts, taken by other machines
  const times = line.split(/\s+/).slice(1, 9).map(Number)
  const all = times.reduce((sum, ticks) => sum + ticks, 0)
  const [, , , idle = 0, waiting = 0] = times
  return { used: (all - idle - waiting) * msPerTick, all: all * msPerTick }
}

/** The fields of /proc/PID/stat after the command's name, which may itself hold spaces: state, parent, … */
const statFields = (pid: number): string[] => {
  const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
  return text.slice(text.lastIndexOf(')') + 2).split(' ')
}
