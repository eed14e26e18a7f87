import { readFile } from 'node:fs/promises'

/** The version of this Lectern. */
export const readVersion = async (): Promise<string> => {
  const { version }: { readonly version: string } = JSON.parse(
    await readFile(new URL('../package.json', import.meta.url), 'utf8'),
  )
  return version
}
