/** Imports of plants, users and grants from files. */
import type { Administration } from '../../store.ts'
import type { Change } from '../change.ts'
import { grantImport } from './import-grants.ts'
import { plantImport } from './import-plants.ts'
import { userImport } from './import-users.ts'
import { type ImportKind, runImport } from './run-import.ts'

type Imports = Pick<Administration, 'importPlants' | 'importUsers' | 'importGrants'>
type Import = Imports['importPlants']

/** The operator's methods that read files. */
export function createImports(change: Change, now: () => number): Imports {
  const importAs =
    <Value>(name: keyof Imports, kind: ImportKind<Value>): Import =>
    (records, onProblem) =>
      runImport(kind, { records, onProblem }, (work, prepare) =>
        change(name, [records, onProblem], work, prepare),
      )
  return {
    importPlants: importAs('importPlants', plantImport),
    importUsers: importAs('importUsers', userImport(now)),
    importGrants: importAs('importGrants', grantImport),
  }
}
