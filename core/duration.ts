const units: Record<string, number> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 }

/** `300ms`, `30s`, `1m`, `2h`, `5d` in milliseconds; undefined for anything else. */
export const toMilliseconds = (duration: string): number | undefined => {
  const match = /^([1-9][0-9]{0,6})(ms|s|m|h|d)$/.exec(duration)
  const unit = units[match?.[2] ?? '']
  return match === null || unit === undefined ? undefined : Number(match[1]) * unit
}
