import type pg from 'pg'
import type { Table } from '../table.ts'
import { addColumns, allowNulls, changeDefaults, dropColumns, requireValues, retypeColumns } from './column-steps.ts'
import type { ColumnDifference } from './compare-columns.ts'
import type { Definition } from './definitions.ts'
import { checks, foreignKeys, indexes } from './named-kinds.ts'
import { dropUndeclared, settleNamed, settlePrimaryKey } from './named-steps.ts'
import type { AskedTable } from './rows.ts'
import type { SchemaStep } from './schema-step.ts'

/** A table that is there, beside what it is to be: all that its steps are made from. */
export interface TableChange extends AskedTable {
  readonly client: pg.ClientBase
  /** All declared tables, for what a foreign key refers to, and whether one is not there yet. */
  readonly tables: readonly Table[]
  readonly isNew: (table: string) => boolean
  readonly columns: ColumnDifference
  readonly declared: (kind: Definition['kind']) => ReadonlyMap<string, string>
  readonly live: (kind: Definition['kind']) => ReadonlyMap<string, string>
  /** Whether a recorded step of ours made or renamed the thing of that name. */
  readonly isOurs: (name: string) => Promise<boolean>
}

/** The steps for one table, in groups: each group of all tables comes before the next group of any. */
export interface StepsOfTable {
  readonly first: readonly SchemaStep[]
  readonly changes: readonly SchemaStep[]
  readonly references: readonly SchemaStep[]
  readonly last: readonly SchemaStep[]
}

export const stepsOfTable = async (change: TableChange): Promise<StepsOfTable> => {
  const [check, index, foreignKey] = [checks(change), indexes(change), foreignKeys(change)]
  const retyping = await retypeColumns(change)
  return {
    // Names become free, and what is no longer declared can't hold up what follows.
    first: [
      ...(await dropUndeclared(change, foreignKey)),
      ...(await dropUndeclared(change, check)),
      ...(await dropUndeclared(change, index)),
    ],
    changes: [
      ...(await addColumns(change)),
      ...retyping.values(),
      ...changeDefaults(change),
      ...(await requireValues(change)),
      ...(await settlePrimaryKey(change)),
      // After the primary key: a column that was part of it can't be null before.
      ...allowNulls(change),
      ...(await settleNamed(change, index, retyping)),
      ...(await settleNamed(change, check, retyping)),
    ],
    references: await settleNamed(change, foreignKey, retyping),
    last: dropColumns(change),
  }
}
