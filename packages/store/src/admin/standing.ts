/** Converts what a standing grant covers between the interface (a selection) and the tables (a tag). */
import { StoreError } from '../store-error.ts'
import type { StandingSelection, StandingPlants, GrantSource } from '../store.ts'
import { plantTextProblem } from '../text-rules.ts'

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

/** Whether a standing grant in the tables covers plants with this tag, or without a tag. */
export function reaches(standingTag: string, tag: string | undefined): boolean {
  return standingTag === everyPlant || standingTag === tag
}

/** Makes a way from its columns: the group, or null for the user's own grant; and the standing grant's tag, or null. */
export function toGrantSource(group: string | null, standingTag: string | null): GrantSource {
  return {
    group: group ?? undefined,
    standing: standingTag === null ? undefined : toStandingPlants(standingTag),
  }
}
