/** Rows of text in columns. The last column is as long as it is. */
export const toColumns = (
  rows: readonly (readonly string[])[],
  { head, indent = 0 }: { readonly head?: readonly string[]; readonly indent?: number } = {},
): string => {
  const all = head === undefined ? rows : [head.map((title) => title.toUpperCase()), ...rows]
  const widths = (all[0] ?? []).map((_, column) => Math.max(...all.map((row) => row[column]?.length ?? 0)))
  return all
    .map((row) => row.map((cell, column) => (column === row.length - 1 ? cell : cell.padEnd(widths[column] ?? 0))))
    .map((cells) => `${' '.repeat(indent)}${cells.join('  ')}`.trimEnd())
    .join('\n')
}

/** Members of one thing, each on a line. */
export const toMembers = (members: { readonly [name: string]: unknown }): string =>
  toColumns(Object.entries(members).map(([name, value]) => [name, toCell(value)]))

/** A value in a word or a few. */
export const toCell = (value: unknown): string => {
  if (value === null || value === undefined || value === '') return '–'
  if (Array.isArray(value)) return value.length === 0 ? '–' : value.map(toCell).join(', ')
  if (typeof value !== 'object') return String(value)
  const members = Object.entries(value).map(([name, member]) => `${name}=${toCell(member)}`)
  return members.length === 0 ? '–' : members.join(', ')
}
