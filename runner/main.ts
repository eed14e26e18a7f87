/** The process: `node runner/main.ts COMMAND`. */
import { enableCompileCache, flushCompileCache } from 'node:module'
import { fileURLToPath } from 'node:url'

// What was compiled once needs a third less time to start. Coverage would be less exact with it.
if (process.env.NODE_V8_COVERAGE === undefined)
  enableCompileCache(fileURLToPath(new URL('../node_modules/.cache/lectern', import.meta.url)))

const { runCommandLine } = await import('./run-command-line.ts')
await runCommandLine(process.argv.slice(2), process.env)
// A server may run for long, and may be killed.
flushCompileCache()
