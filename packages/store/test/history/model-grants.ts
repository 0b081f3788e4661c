/** Grants and revocations on the model: of single plants, and standing ones. */
import type {
  GrantSource,
  Outcome,
  PlantRecord,
  PlantSelection,
  RevokeOutcome,
  StandingOutcome,
  StandingPlants,
  StillSeen,
  Subject,
} from '../../src/index.ts'
import { type Model, standingTag } from './model.ts'

export function grantOnModel(model: Model, subject: Subject, plants: PlantSelection): Outcome {
  const { granted } = model.subject(subject)
  const matched = model.select(plants)
  const before = granted.size
  for (const { id } of matched) granted.add(id)
  return { matched: matched.length, changed: granted.size - before }
}

export function revokeOnModel(model: Model, subject: Subject, plants: PlantSelection): RevokeOutcome {
  const { granted } = model.subject(subject)
  const matched = model.select(plants)
  const changed = matched.filter(({ id }) => granted.delete(id)).length
  return { matched: matched.length, changed, stillSeen: stillSeen(model, subject, matched) }
}

export function grantStandingOnModel(
  model: Model,
  subject: Subject,
  standing: StandingPlants,
): StandingOutcome {
  const holder = model.subject(subject)
  const before = holder.standing.size
  holder.standing.add(standingTag(standing))
  return { matched: 1, changed: holder.standing.size - before, plants: model.select(standing).length }
}

export function revokeStandingOnModel(
  model: Model,
  subject: Subject,
  standing: StandingPlants,
): StandingOutcome & RevokeOutcome {
  const changed = Number(model.subject(subject).standing.delete(standingTag(standing)))
  const plants = model.select(standing)
  return { matched: 1, changed, plants: plants.length, stillSeen: stillSeen(model, subject, plants) }
}

/** For each way, in the order of the store: how many of the users see how many of the plants. */
function stillSeen(model: Model, subject: Subject, plants: readonly PlantRecord[]): StillSeen[] {
  const seen = model
    .usersOf(subject)
    .flatMap((user) =>
      plants.flatMap((plant) => model.sources(user, plant).map((way) => ({ way, user, id: plant.id }))),
    )
  return [...Map.groupBy(seen, ({ way }) => placeOf(way)).entries()]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([, found]) => ({
      group: found[0]?.way.group,
      standing: found[0]?.way.standing,
      users: new Set(found.map(({ user }) => user)).size,
      plants: new Set(found.map(({ id }) => id)).size,
    }))
}

/** Orders ways to see a plant: what is the users' own comes first, and single plants before standing grants. */
export function placeOf({ group = '', standing }: GrantSource): string {
  return `${group} ${standing === undefined ? '' : `standing ${standingTag(standing)}`}`
}
