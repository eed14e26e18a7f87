/** Levels of arrays and objects within one another: more than anybody writes, few enough for whatever walks them. */
export const maxDepth = 100

/** Whether a parsed body is nested deeper than that: to walk it by recursion, as validators and printers do, ends the stack. */
export const isDeep = (value: unknown): boolean => {
  let level = [value]
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > maxDepth) return true
    const next: unknown[] = []
    for (const each of level)
      if (typeof each === 'object' && each !== null) for (const inner of Object.values(each)) next.push(inner)
    level = next
  }
  return false
}
