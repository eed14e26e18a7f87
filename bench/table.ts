/** Rows of text in columns as wide as they must be. The first `names` columns stand left, the others right. */
export const table = (head: readonly string[], rows: readonly (readonly string[])[], names = 1): string => {
  const widths = head.map((_, column) => Math.max(...[head, ...rows].map((row) => row[column]?.length ?? 0)))
  const line = (row: readonly string[]) =>
    widths
      .map((width, column) =>
        column < names ? (row[column] ?? '').padEnd(width) : (row[column] ?? '').padStart(width),
      )
      .join('  ')
      .trimEnd()
  return [line(head), widths.map((width) => '─'.repeat(width)).join('  '), ...rows.map(line)].join('\n')
}

export const whole = (value: number): string => (Number.isFinite(value) ? Math.round(value).toLocaleString('en') : '–')

export const fixed = (value: number, digits: number): string => (Number.isFinite(value) ? value.toFixed(digits) : '–')

/** The least and the greatest: how far to trust a median. */
export const spread = (values: readonly number[], print: (value: number) => string): string =>
  `${print(Math.min(...values))}–${print(Math.max(...values))}`
