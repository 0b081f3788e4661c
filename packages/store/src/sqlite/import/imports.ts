/** Imports of plants, users and grants from files. */
import { type ChangeContext, createChange } from '../change.ts'
import type { Connection } from '../connection.ts'
import type { Administration } from '../../store.ts'
import { grantImport } from './import-grants.ts'
import { plantImport } from './import-plants.ts'
import { userImport } from './import-users.ts'
import { type ImportKind, runImport } from './run-import.ts'

type Imports = Pick<Administration, 'importPlants' | 'importUsers' | 'importGrants'>
type Import = Imports['importPlants']

/**
 * The operator's methods that read files. Each import opens a connection of its own, so its temporary tables are its
 * own, too, and disappear with it.
 */
export function createImports(open: () => Connection, context: ChangeContext): Imports {
  const importAs =
    (name: keyof Imports, kind: ImportKind): Import =>
    async (records, onProblem) => {
      const connection = open()
      try {
        const change = createChange(connection, context)
        return await runImport(connection, kind, { records, onProblem }, (work) =>
          change(name, [records, onProblem], work),
        )
      } finally {
        connection.close()
      }
    }
  return {
    importPlants: importAs('importPlants', plantImport),
    importUsers: importAs('importUsers', userImport(context.now)),
    importGrants: importAs('importGrants', grantImport),
  }
}
