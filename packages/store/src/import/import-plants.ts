/**
 * Imports plants from a file.
 *
 * Which plant of the store a line stands for:
 * - A line with a key stands for the plant with that key. If another member differs, the plant is updated. A key occurs
 *   in a file once.
 * - A line without a key has only its other members: the k-th line with the same ones stands for the k-th plant without a
 *   key that has them.
 *
 * A line that stands for no plant adds one, in the order of the file. No plant is ever removed. So importing a file
 * again changes nothing, a file that has grown adds only what is new, and two plants of one name stay two.
 */
import { plantLine, readPlantLine } from './lines.ts'
import { addAccessToNewPlants, addAllAccess, bumpRevisions, removeAllAccess } from '../admin/access.ts'
import { accessSql } from '../admin/access-sql.ts'
import type { Transaction } from '../admin/sql.ts'
import { importSql } from './import-sql.ts'
import type { ImportKind, Staged, StagingProblem, Tally } from './run-import.ts'

type PlantLine = ReturnType<typeof readPlantLine>

export const plantImport: ImportKind<PlantLine> = {
  format: plantLine,
  workspace: ({ plants }) => plants,
  read: readPlantLine,
  stage: stagePlants,
  apply: applyPlants,
}

async function stagePlants(
  tx: Transaction,
  lines: readonly Staged<PlantLine>[],
): Promise<readonly StagingProblem[]> {
  const given = lines.map(({ row, line, value: { key, members } }) => [row, line, key, ...members])
  const sql = importSql(tx)
  const rows = await tx.rows(sql.stagePlants, JSON.stringify(given))
  const taken = new Set(rows.map(([row]) => row))
  const problems: StagingProblem[] = []
  for (const { row, line, value } of lines) {
    if (taken.has(row)) continue
    const { key } = value
    const [first] = (await tx.row(sql.lineOfKey, key)) ?? [0]
    problems.push({ row, line, reason: `Line ${first} has the key ${JSON.stringify(key)} already.` })
  }
  return problems
}

/** Lines are deleted when they have been handled: those that remain are new plants. */
async function applyPlants(tx: Transaction): Promise<Tally> {
  const sql = importSql(tx)
  await tx.script(`${accessSql(tx).workspace} ${tx.dialect.analyze('staged')}`)
  const updated = await tx.run(sql.selectUpdated)
  if (updated > 0) {
    await removeAllAccess(tx)
    await tx.run(sql.updatePlants)
    await addAllAccess(tx)
    await bumpRevisions(tx)
  }
  const known = await tx.run(sql.dropKnownKeys)
  await tx.run(sql.countStored)
  const repeated = await tx.run(sql.dropStored)
  const [added] = (await tx.row(sql.countStaged)) ?? [0]
  if (added > 0) {
    const last = await tx.dialect.takeIds(tx, 'plant', added)
    await tx.run(sql.addPlants, last)
    await addAccessToNewPlants(tx, last)
  }
  await bumpRevisions(tx)
  return { added, updated, unchanged: known - updated + repeated }
}
