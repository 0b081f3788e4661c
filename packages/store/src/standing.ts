/** What a standing grant is of, between the interface, where it is a selection, and the tables, where it is a tag. */
import { StoreError } from './store-error.ts'
import type { StandingSelection, StandingPlants, Way } from './store.ts'
import { plantTextProblem } from './text-rules.ts'

/** Stands in the tables for every plant: no plant has this tag. */
const everyPlant = ''

/** What the tables have for a selection: a tag for each standing grant. Throws `invalid`. */
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

/** What a standing grant in the tables is of. */
export function toStandingPlants(tag: string): StandingPlants {
  return tag === everyPlant ? { all: true } : { tag }
}

/** Whether a standing grant in the tables is of plants with a tag, or of those without one. */
export function reaches(standingTag: string, tag: string | null): boolean {
  return standingTag === everyPlant || standingTag === tag
}

/** A way from its columns: the name of the group or null for an own grant, and the tag of a standing grant or null. */
export function toWay(group: string | null, standingTag: string | null): Way {
  return {
    group: group ?? undefined,
    standing: standingTag === null ? undefined : toStandingPlants(standingTag),
  }
}
