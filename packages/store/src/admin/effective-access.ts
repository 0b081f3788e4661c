/** What a user sees and who sees a plant, and through which grants. */
import { readBatches } from './read-batches.ts'
import { noSuchPlant } from './refusals.ts'
import { toDate, toRecord } from './rows.ts'
import { reaches, toGrantSource } from './standing.ts'
import type { Administration, ListRange, SeeingUser, SeenPlant, GrantSource } from '../store.ts'
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
  const rows = await reading.rows(effectiveAccessSql(reading).plantsSeen, userId, after, size)
  const plants = rows.map((row) => toRecord(row))
  const [first, last] = [plants[0]?.id ?? 0, plants.at(-1)?.id ?? 0]
  const granted = Map.groupBy(
    await reading.rows(effectiveAccessSql(reading).grantsByPlant, userId, first, last),
    ([plantId]) => plantId,
  )
  const standing = await reading.rows(effectiveAccessSql(reading).standingOfUser, userId)
  return plants.map((plant) => ({
    plant,
    through: [
      ...(granted.get(plant.id) ?? []).map(([, group]) => toGrantSource(group, null)),
      ...standing
        .filter(([, tag]) => reaches(tag, plant.tag))
        .map(([group, tag]) => toGrantSource(group, tag)),
    ],
  }))
}

async function* listUsersWhoSee(
  database: Database,
  plantId: number,
  { after = 0, limit }: ListRange = {},
): AsyncGenerator<SeeingUser> {
  await database.dialect.requireAllLists(database)
  if ((await database.row(effectiveAccessSql(database).tag, plantId)) === undefined) {
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
  const users = await reading.rows(effectiveAccessSql(reading).usersWhoSee, plantId, after, size)
  const [first, last] = [users[0]?.[0] ?? 0, users.at(-1)?.[0] ?? 0]
  const [tag = null] = (await reading.row(effectiveAccessSql(reading).tag, plantId)) ?? []
  const sources = Map.groupBy(
    await reading.rows(effectiveAccessSql(reading).sourcesByUser, plantId, first, last, tag),
    ([userId]) => userId,
  )
  return users.map(([id, name, disabledAt]) => ({
    user: { id, name, disabledAt: toDate(disabledAt) },
    through: (sources.get(id) ?? []).map(([, group, standingTag]): GrantSource =>
      toGrantSource(group, standingTag),
    ),
  }))
}
