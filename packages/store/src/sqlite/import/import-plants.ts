/**
 * Imports plants from a file.
 *
 * Which plant of the store a line stands for:
 * - A line with a key stands for the plant with that key. If its name or tag differs, the plant is updated. A key
 *   occurs in a file once.
 * - A line without a key has only its text: the k-th line with a name and tag stands for the k-th plant without a key
 *   that has this name and tag.
 *
 * A line that stands for no plant adds one, in the order of the file. No plant is ever removed. So importing a file
 * again changes nothing, a file that has grown adds only what is new, and two plants of one name stay two.
 */
import type { Connection } from '../connection.ts'
import { importSql } from './import-sql.ts'
import { plantLine, readPlantLine } from '../../lines/plant-line.ts'
import { invalidLine } from '../../lines/read-members.ts'
import { addAccessToNewPlants, addAllAccess, bumpRevisions, removeAllAccess } from '../access.ts'
import { accessSql } from '../access-sql.ts'
import type { ImportKind, Tally } from './run-import.ts'

export const plantImport: ImportKind = {
  format: plantLine,
  workspace: importSql.plantWorkspace,
  stage: (connection, line, value) => {
    const { name, tag = null, key = null } = readPlantLine(value)
    if (connection.run(importSql.stagePlant, line, key, name, tag) === 1) return
    throw invalidLine(`Line ${firstLine(connection, key)} has the key ${JSON.stringify(key)} already.`)
  },
  apply: (connection) => applyPlants(connection),
}

function firstLine(connection: Connection, key: string | null): number {
  return connection.row(importSql.lineOfKey, key)?.[0] ?? 0
}

/** Lines are deleted when they have been handled: those that remain are new plants. */
function applyPlants(connection: Connection): Tally {
  const updated = connection.run(importSql.selectUpdated)
  if (updated > 0) {
    removeAllAccess(connection)
    connection.run(importSql.updatePlants)
    addAllAccess(connection)
    bumpRevisions(connection)
  }
  const known = connection.run(importSql.dropKnownKeys)
  connection.run(importSql.countStored)
  const repeated = connection.run(importSql.dropStored)
  const [last] = connection.row(accessSql.lastPlant) ?? [0]
  const added = connection.run(importSql.addPlants)
  if (added > 0) addAccessToNewPlants(connection, last)
  bumpRevisions(connection)
  return { added, updated, unchanged: known - updated + repeated }
}
