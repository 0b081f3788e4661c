/** Imports of plants, users and grants from files. */
import type { Administration } from '../store.ts'
import { type ChangeContext, createChange } from '../admin/change.ts'
import type { Database } from '../admin/sql.ts'
import { grantImport } from './import-grants.ts'
import { plantImport } from './import-plants.ts'
import { userImport } from './import-users.ts'
import { type ImportKind, runImport } from './run-import.ts'

type Imports = Pick<Administration, 'importPlants' | 'importUsers' | 'importGrants'>
type Import = Imports['importPlants']

/** Runs `work` on a database whose temporary tables nobody else uses. */
export type Separately = <T>(work: (database: Database) => Promise<T>) => Promise<T>

/** The operator's methods that read files. */
export function createImports(separately: Separately, context: ChangeContext): Imports {
  const importAs =
    <Value>(command: string, kind: ImportKind<Value>): Import =>
    (records, onProblem) =>
      separately((database) =>
        runImport(createChange(database, context), command, kind, { records, onProblem }),
      )
  return {
    importPlants: importAs('import plants', plantImport),
    importUsers: importAs('import users', userImport(context.now)),
    importGrants: importAs('import grants', grantImport),
  }
}
