/** Stands between the searched fields of one record, so that no needle matches across two of them. */
const separator = '\u001f'

/** Stands for a separator that was written by somebody: a noncharacter, which no text is to have. */
const written = '\ufdd0'

/** Text as it is searched: NFKC, lower case, made here and never by the database, whose idea of case varies. */
export const toSearchText = (text: string): string =>
  // A sigma at the end of a word is the same letter; lower-casing alone keeps the two apart.
  text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll('ς', 'σ')
    .normalize('NFKC')
    .replaceAll('\0', '')
    .replaceAll(separator, written)

/** The searched fields of one record as one text. */
export const toSearchedText = (parts: readonly (string | null | undefined)[]): string =>
  parts
    .filter((part) => typeof part === 'string')
    .map(toSearchText)
    .join(separator)
