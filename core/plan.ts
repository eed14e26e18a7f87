import type { Behaviour } from '#definitions'
import type { ByName, Model, ModelJob, ModelOperation, ModelPage } from './model.ts'
import type { Table } from './storage/table.ts'

/** What the runner carries out: derived from the Model once, and without side effects of its own. */
export interface Plan {
  readonly model: Model
  /** All tables, those of modules switched off too. */
  readonly tables: readonly Table[]
  /** The operations of enabled modules: their routes. */
  readonly operations: ByName<ModelOperation>
  /** The pages of enabled modules. */
  readonly pages: ByName<ModelPage>
  /** The jobs of enabled modules. */
  readonly jobs: ByName<ModelJob>
  /** The scopes that a key can be given. */
  readonly scopes: ReadonlySet<string>
  /** Programs by kind and name: `job grade-attempt`. */
  readonly behaviours: ByName<Behaviour>
}
