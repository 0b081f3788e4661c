/** Standing grants in the tables: their SQL, and what they cover, as a selection in the interface and as a tag there. */
import { StoreError } from '../store-error.ts'
import type { StandingSelection, StandingPlants, GrantSource } from '../store.ts'
import { plantTextProblem } from '../text-rules.ts'
import { inDialect, ofEachKind, query } from './sql.ts'

/** Stands for every plant in the tables: no plant has this tag. */
const everyPlant = ''

/** The tags that stand for a selection in the tables: one for each standing grant. Throws `invalid`. */
export function toStandingTags(selection: StandingSelection): readonly string[] {
  if ('all' in selection) return [everyPlant]
  const tags = [...new Set([selection.tag].flat())]
  if (tags.length === 0) throw new StoreError('invalid', 'Say which tags the standing grant is of.')
  for (const tag of tags) {
    const problem = plantTextProblem(tag)
    if (problem !== undefined) {
      throw new StoreError('invalid', `The tag ${JSON.stringify(tag.slice(0, 50))} ${problem}.`)
    }
  }
  return tags
}

/** The plants that a tag in the tables stands for. */
export function toStandingPlants(tag: string): StandingPlants {
  return tag === everyPlant ? { all: true } : { tag }
}

/** Makes a way from its columns: the group, or null for the user's own grant; and the standing grant's tag, or null. */
export function toGrantSource(group: string | null, standingTag: string | null): GrantSource {
  return {
    group: group ?? undefined,
    standing: standingTag === null ? undefined : toStandingPlants(standingTag),
  }
}

/** A standing grant. */
export type StandingRow = [subjectId: number, subject: string, tag: string]

export const standingSql = inDialect(({ texts }) => ({
  /** $1: the user or group; $2: the tags, as JSON. */
  grant: ofEachKind(
    (kind) => `
    insert into ${kind}_standing_grant (${kind}_id, tag)
    select cast($1 as bigint), value from ${texts(2)} where true
    on conflict do nothing`,
  ),
  revoke: ofEachKind(
    (kind) => `
    delete from ${kind}_standing_grant where ${kind}_id = $1 and tag in (select value from ${texts(2)})`,
  ),
  /** $1, $2: from this user or group, and tag, on; $3: up to this user or group; $4: at most this many. */
  list: ofEachKind((kind) =>
    query<StandingRow>(`
    select s.${kind}_id, o.name, s.tag
    from ${kind}_standing_grant s join ${kind}s o on o.${kind}_id = s.${kind}_id
    where (s.${kind}_id, s.tag) >= ($1, $2) and s.${kind}_id <= $3
    order by s.${kind}_id, s.tag
    limit $4`),
  ),
}))
