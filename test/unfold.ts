/**
 * tap writes texts with long lines as folded YAML (`diff: >`), in which a line break is a space, an empty line a line break,
 * and a line that is indented further stays as it is. A diff is to be read line by line: this sets the line breaks again.
 */
export const unfold = (lines: readonly string[]): readonly string[] => {
  const shown: string[] = []
  let fold: { readonly indent: number; previous: 'text' | 'kept' | 'none'; empty: number } | undefined
  for (const line of lines) {
    const indent = line.search(/\S|$/)
    if (fold && line.trim() !== '' && indent < fold.indent) fold = undefined
    if (!fold) {
      shown.push(line)
      if (/^ *\w+: >\d?-?$/.test(line)) fold = { indent: indent + 2, previous: 'none', empty: 0 }
    } else if (line.trim() === '') {
      fold.empty++
    } else {
      const kind = indent > fold.indent ? 'kept' : 'text'
      const isFolded = kind === 'text' && fold.previous === 'text'
      if (isFolded && fold.empty === 0) shown.push(`${shown.pop()} ${line.trim()}`)
      else shown.push(...Array<string>(isFolded ? fold.empty - 1 : fold.empty).fill(''), line)
      fold.previous = kind
      fold.empty = 0
    }
  }
  return shown
}
