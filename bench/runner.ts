import { fileURLToPath } from 'node:url'

/** Lectern's own program. */
export const runner = fileURLToPath(new URL('../runner/main.ts', import.meta.url))
