/** What a user sees and who sees a plant, and through which grants. */
import { readBatches } from './read-batches.ts'
import { noSuchPlant } from './refusals.ts'
import { toDate, toRecord } from './rows.ts'
import { toGrantSource } from './standing.ts'
import type { Administration, ListRange, SeeingUser, SeenPlant } from '../store.ts'
import type { Database, Reading } from './sql.ts'
import { effectiveAccessSql } from './effective-access-sql.ts'
import { requireNamed } from './subjects.ts'

/** The operator's methods that say who sees what, and why. */
export function createEffectiveAccess(
  database: Database,
): Pick<Administration, 'plantsSeenBy' | 'usersWhoSee'> {
  return {
    plantsSeenBy: (user, range) => listPlantsSeenBy(database, user, range),
    usersWhoSee: (plantId, range) => listUsersWhoSee(database, plantId, range),
  }
}

async function* listPlantsSeenBy(
  database: Database,
  user: string,
  { after = 0, limit }: ListRange = {},
): AsyncGenerator<SeenPlant> {
  await database.dialect.requireAllLists(database)
  const userId = await requireNamed(database, 'user', user)
  yield* readBatches<SeenPlant>(
    (last, size) => database.snapshot((tx) => readSeenPlants(tx, userId, last?.plant.id ?? after, size)),
    limit,
  )
}

async function readSeenPlants(
  reading: Reading,
  userId: number,
  after: number,
  size: number,
): Promise<SeenPlant[]> {
  const rows = await reading.rows(effectiveAccessSql.plantsSeen, userId, after, size)
  const [first, last] = [rows[0]?.[1] ?? 0, rows.at(-1)?.[1] ?? 0]
  const sources = await reading.rows(effectiveAccessSql.sourcesByPlant, userId, first, last)
  const byPlant = Map.groupBy(sources, ([, plantId]) => plantId)
  return rows.map((row) => ({
    plant: toRecord(row),
    // Grants of single plants come before standing ones.
    through: (byPlant.get(row[1]) ?? [])
      .toSorted(([, , , a], [, , , b]) => Number(a !== null) - Number(b !== null))
      .map(([, , group, tag]) => toGrantSource(group, tag)),
  }))
}

async function* listUsersWhoSee(
  database: Database,
  plantId: number,
  { after = 0, limit }: ListRange = {},
): AsyncGenerator<SeeingUser> {
  await database.dialect.requireAllLists(database)
  if ((await database.row(effectiveAccessSql.plant, plantId)) === undefined) {
    throw noSuchPlant({ id: plantId })
  }
  yield* readBatches<SeeingUser>(
    (last, size) => database.snapshot((tx) => readSeeingUsers(tx, plantId, last?.user.id ?? after, size)),
    limit,
  )
}

/** No users if the plant was removed meanwhile. */
async function readSeeingUsers(
  reading: Reading,
  plantId: number,
  after: number,
  size: number,
): Promise<SeeingUser[]> {
  const users = await reading.rows(effectiveAccessSql.usersWhoSee, plantId, after, size)
  const [first, last] = [users[0]?.[0] ?? 0, users.at(-1)?.[0] ?? 0]
  const sources = await reading.rows(effectiveAccessSql.sourcesByUser, plantId, first, last)
  const byUser = Map.groupBy(sources, ([userId]) => userId)
  return users.map(([id, name, disabledAt]) => ({
    user: { id, name, disabledAt: toDate(disabledAt) },
    through: (byUser.get(id) ?? []).map(([, , group, tag]) => toGrantSource(group, tag)),
  }))
}
