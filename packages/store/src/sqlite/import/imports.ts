/** Plants, users and grants from files. */
import type { Connection } from '../connection.ts'
import type { Administration } from '../../store.ts'
import { grantImport } from './import-grants.ts'
import { plantImport } from './import-plants.ts'
import { userImport } from './import-users.ts'
import { type ImportKind, runImport } from './run-import.ts'

type Imports = Pick<Administration, 'importPlants' | 'importUsers' | 'importGrants'>
type Import = Imports['importPlants']

/**
 * The part of the operator's work that reads files. Each import opens a connection of its own, so that its
 * temporary tables are its own too, and go with it.
 */
export function createImports(open: () => Connection, now: () => number): Imports {
  const importAs =
    (kind: ImportKind): Import =>
    async (records, onProblem) => {
      const connection = open()
      try {
        return await runImport(connection, kind, records, onProblem)
      } finally {
        connection.close()
      }
    }
  return {
    importPlants: importAs(plantImport),
    importUsers: importAs(userImport(now)),
    importGrants: importAs(grantImport),
  }
}
