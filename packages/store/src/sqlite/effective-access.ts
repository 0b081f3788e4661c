/** What a user sees and who sees a plant, and through which grants. */
import type { Reading } from './connection.ts'
import { effectiveAccessSql } from './effective-access-sql.ts'
import { readBatches } from '../read-batches.ts'
import { toRecord } from '../rows/plant-row.ts'
import { toDate } from '../rows/to-date.ts'
import { reaches, toWay } from '../standing.ts'
import { noSuchPlant } from '../refusals.ts'
import type { Administration, ListRange, SeeingUser, SeenPlant, Way } from '../store.ts'
import { requireUser } from './subjects.ts'

/** The operator's methods that say who sees what, and why. */
export function createEffectiveAccess(
  connection: Reading,
): Pick<Administration, 'plantsSeenBy' | 'usersWhoSee'> {
  return {
    plantsSeenBy: (user, range) => listPlantsSeenBy(connection, user, range),
    usersWhoSee: (plantId, range) => listUsersWhoSee(connection, plantId, range),
  }
}

async function* listPlantsSeenBy(
  connection: Reading,
  user: string,
  { after = 0, limit }: ListRange = {},
): AsyncGenerator<SeenPlant> {
  const userId = requireUser(connection, user)
  yield* readBatches<SeenPlant>(
    (last, size) =>
      connection.snapshot(() => readSeenPlants(connection, userId, last?.plant.id ?? after, size)),
    limit,
  )
}

function readSeenPlants(connection: Reading, userId: number, after: number, size: number): SeenPlant[] {
  const rows = connection.rows(effectiveAccessSql.plantsSeen, userId, after, size)
  const [first, last] = [rows[0]?.[0] ?? 0, rows.at(-1)?.[0] ?? 0]
  const granted = Map.groupBy(
    connection.rows(effectiveAccessSql.grantsByPlant, userId, first, last),
    ([plantId]) => plantId,
  )
  const standing = connection.rows(effectiveAccessSql.standingOfUser, userId)
  return rows.map((row) => ({
    plant: toRecord(row),
    through: [
      ...(granted.get(row[0]) ?? []).map(([, group]) => toWay(group, null)),
      ...standing.filter(([, tag]) => reaches(tag, row[3])).map(([group, tag]) => toWay(group, tag)),
    ],
  }))
}

async function* listUsersWhoSee(
  connection: Reading,
  plantId: number,
  { after = 0, limit }: ListRange = {},
): AsyncGenerator<SeeingUser> {
  if (connection.row(effectiveAccessSql.plant, plantId) === undefined) {
    throw noSuchPlant({ id: plantId })
  }
  yield* readBatches<SeeingUser>(
    (last, size) =>
      connection.snapshot(() => readSeeingUsers(connection, plantId, last?.user.id ?? after, size)),
    limit,
  )
}

/** No users if the plant was removed meanwhile. */
function readSeeingUsers(connection: Reading, plantId: number, after: number, size: number): SeeingUser[] {
  const users = connection.rows(effectiveAccessSql.usersWhoSee, plantId, after, size)
  const [first, last] = [users[0]?.[0] ?? 0, users.at(-1)?.[0] ?? 0]
  const [, , , tag = null] = connection.row(effectiveAccessSql.plant, plantId) ?? []
  const ways = Map.groupBy(
    connection.rows(effectiveAccessSql.waysByUser, plantId, first, last, tag),
    ([userId]) => userId,
  )
  return users.map(([id, name, disabledAt]) => ({
    user: { id, name, disabledAt: toDate(disabledAt) },
    through: (ways.get(id) ?? []).map(([, group, standingTag]): Way => toWay(group, standingTag)),
  }))
}
