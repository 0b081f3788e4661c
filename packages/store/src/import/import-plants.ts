/**
 * Plants from a file: `{ "name": …, "tag": …, "key": … }`, of which only the name must be there.
 *
 * Which plant of the store a line stands for:
 * - A line with a key stands for the plant with that key. Where its name or tag differs, the plant is updated.
 *   A key stands in a file once.
 * - A line without one has nothing but its text: the k-th line with a name and tag stands for the k-th plant without
 *   a key that has this name and tag.
 * A line that stands for no plant is a new one, in the order of the file. No plant is ever removed. So importing a
 * file again changes nothing, a file that has grown adds what it grew by, and two plants of one name stay two.
 */
import type { Engine } from '../engine.ts'
import { accessSql } from '../sql/access-sql.ts'
import { importSql } from '../sql/import-sql.ts'
import { nameFault, plantTextFault } from '../text-rules.ts'
import { settle, touchViewers } from '../access.ts'
import { lineFault, readMembers, readOptionalText, readText } from './line-fault.ts'
import type { ImportKind, Tally } from './run-import.ts'

export const plantImport: ImportKind = {
  workspace: importSql.plantWorkspace,
  stage: (engine, line, value) => {
    const members = readMembers(value, ['name', 'tag', 'key'])
    const name = readText(members, 'name', plantTextFault)
    const tag = readOptionalText(members, 'tag', plantTextFault) ?? null
    const key = readOptionalText(members, 'key', nameFault) ?? null
    if (engine.run(importSql.stagePlant, line, key, name, tag) === 1) return
    throw lineFault(`Line ${firstLine(engine, key)} has the key ${JSON.stringify(key)} already.`)
  },
  apply: (engine) => applyPlants(engine),
}

function firstLine(engine: Engine, key: string | null): number {
  return engine.row(importSql.lineOfKey, key)?.[0] ?? 0
}

/** Lines that are dealt with are deleted: those that remain are new plants. */
function applyPlants(engine: Engine): Tally {
  const updated = engine.run(importSql.selectUpdated)
  if (updated > 0) {
    engine.run(importSql.updatePlants)
    touchViewers(engine)
    engine.run(accessSql.renameViewed)
    settle(engine)
  }
  const known = engine.run(importSql.dropKnownKeys)
  engine.run(importSql.countStored)
  const repeated = engine.run(importSql.dropStored)
  const added = engine.run(importSql.addPlants)
  return { added, updated, unchanged: known - updated + repeated }
}
