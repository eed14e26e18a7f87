import type { ByName } from '#core/model.ts'
import { toCell, toColumns } from './columns.ts'
import type { Command } from './command.ts'

export const modules: Command = {
  name: 'modules',
  doc: 'Lists the modules, those switched off too, and what each declares.',
  inputs: [],
  examples: ['', '--json'],
  run: async (given) => {
    const { model } = (await given.configuration()).plan
    const json = Object.values(model.modules).map(({ name, enabled, source, doc, needs, settings }) => {
      const of = (entries: ByName<{ readonly module: string }>) =>
        Object.entries(entries).flatMap(([entry, { module }]) => (module === name ? [entry] : []))
      return {
        name,
        enabled,
        source,
        doc,
        needs,
        scopes: of(model.scopes),
        resources: of(model.resources),
        operations: of(model.operations),
        jobs: of(model.jobs),
        events: of(model.events),
        settings: Object.keys(settings),
      }
    })
    const text = json.map(({ name, enabled, source, doc, ...declared }) => {
      const rows = Object.entries(declared).flatMap(([kind, names]) =>
        names.length > 0 ? [[kind, toCell(names)]] : [],
      )
      const head = `${name} (${enabled ? 'on' : 'off'}, ${source}): ${doc}`
      return rows.length === 0 ? head : `${head}\n${toColumns(rows, { indent: 2 })}`
    })
    return { json, text: text.join('\n\n') }
  },
}
