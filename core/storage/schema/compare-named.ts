/** What distinguishes the declared things of one kind and table from the live ones; all by name. */
export interface NamedDifference {
  readonly missing: readonly string[]
  readonly changed: readonly string[]
  /** Live under another name, and otherwise the same. */
  readonly renamed: readonly { readonly from: string; readonly to: string }[]
  readonly undeclared: readonly string[]
}

type Named = ReadonlyMap<string, string>

/** Compares definitions, given as name and text. A missing one is found again in an undeclared one of the same text. */
export const compareNamed = (declared: Named, live: Named): NamedDifference => {
  const undeclared = new Set([...live.keys()].filter((name) => !declared.has(name)))
  const missing: string[] = []
  const renamed: { from: string; to: string }[] = []
  for (const [to, text] of declared) {
    if (live.has(to)) continue
    const from = [...undeclared].find((name) => live.get(name) === text)
    if (from === undefined) missing.push(to)
    else {
      undeclared.delete(from)
      renamed.push({ from, to })
    }
  }
  const changed = [...declared]
    .filter(([name, text]) => live.has(name) && live.get(name) !== text)
    .map(([name]) => name)
  return { missing, changed, renamed, undeclared: [...undeclared] }
}
