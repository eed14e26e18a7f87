import type { Command } from './command.ts'

export const openapi: Command = {
  name: 'openapi',
  doc: 'Prints the OpenAPI 3.1 document of every operation of the enabled modules.',
  inputs: [],
  examples: ['', '> openapi.json'],
  run: async (given) => {
    const { toOpenApi } = await import('#core/derive/openapi.ts')
    const { readVersion } = await import('../version.ts')
    const { model, operations } = (await given.configuration()).plan
    const json = toOpenApi(model, operations, await readVersion())
    return { json, text: JSON.stringify(json, null, 2) }
  },
}
