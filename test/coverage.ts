/** Coverage of the four rooms over every process of a run, the spawned servers and commands too. Thresholds: .c8rc.json. */
import { glob, readFile } from 'node:fs/promises'
import { withoutComments } from './sources.ts'
import { runStep } from './step.ts'

/** `folder`: where the processes left what V8 counted (NODE_V8_COVERAGE). Shows the files only when too little is covered. */
export const checkCoverage = async (folder: string): Promise<boolean> => {
  const flags = ['report', `--temp-directory=${folder}`]
  for await (const path of glob('{definitions,core,modules,runner}/**/*.ts')) {
    if (!hasCode(await readFile(path, 'utf8'))) flags.push(`--exclude=${path}`)
  }
  const c8 = 'node_modules/.bin/c8'
  const { fault } = await runStep(c8, [...flags, '--check-coverage', '--reporter=text-summary'])
  if (fault !== undefined) await runStep(c8, [...flags, '--reporter=text', '--skip-full'])
  return fault === undefined
}

/**
 * A file of types alone is never loaded, and would count as covered by nothing. The formatter sets statements, and no part
 * of them but what closes a type, at the beginning of a line.
 */
export const hasCode = (text: string): boolean =>
  withoutComments(text)
    .split('\n')
    .some((line) => /^\S/.test(line) && !/^((export |declare )*(type|interface)\b|import type\b|[)}\]>])/.test(line))
