/** Imports into the model. Each changes the content in place; if there are problems, everything is undone. */
import { isDeepStrictEqual } from 'node:util'
import { type ImportOutcome, type NewPlant, type PlantRecord, StoreError } from '../../src/index.ts'
import { type Model, membersOf, newSubject, refuse, setMembers } from './model.ts'

export interface UserLine {
  readonly name: string
  readonly groups: readonly string[]
}
/** The members of a line that grants: a subject, a selection, and whether it is standing. */
export interface GrantLine {
  readonly user?: string
  readonly group?: string
  readonly all?: true
  readonly name?: string
  readonly tag?: string
  readonly key?: string
  readonly standing?: true
}

type Became = 'added' | 'updated' | 'unchanged'

/** Takes one line after another; all or nothing. */
function importLines<Line>(
  model: Model,
  lines: readonly Line[],
  take: (line: Line) => Became,
): ImportOutcome {
  const before = structuredClone(model.content)
  const { nextPlant } = model
  const outcome = { lines: lines.length, added: 0, updated: 0, unchanged: 0, problems: 0 }
  for (const line of lines) {
    try {
      outcome[take(line)] += 1
    } catch (error) {
      if (!(error instanceof StoreError)) throw error
      outcome.problems += 1
    }
  }
  if (outcome.problems > 0) {
    model.content = before
    model.nextPlant = nextPlant
  }
  return outcome
}

export function importPlants(model: Model, lines: readonly NewPlant[]): ImportOutcome {
  const seen = new Set<PlantRecord>()
  const keys = new Set<string>()
  const stored = [...model.content.plants]
  return importLines(model, lines, ({ key, ...members }) => {
    if (key !== undefined && keys.has(key)) refuse('invalid')
    if (key !== undefined) keys.add(key)
    const known = stored.find((plant) =>
      key !== undefined
        ? plant.key === key
        : plant.key === undefined && isDeepStrictEqual(membersOf(plant), members) && !seen.has(plant),
    )
    if (known === undefined) {
      model.addPlant({ ...members, ...(key !== undefined && { key }) })
      return 'added'
    }
    seen.add(known)
    return setMembers(known, members) ? 'updated' : 'unchanged'
  })
}

export function importUsers(model: Model, lines: readonly UserLine[]): ImportOutcome {
  return importLines(model, lines, ({ name, groups }) => {
    const { users, groups: known } = model.content
    const isNew = !users.has(name)
    if (isNew) users.set(name, newSubject())
    let joined = false
    for (const group of groups) {
      if (!known.has(group)) known.set(group, { ...newSubject(), members: new Set() })
      joined ||= !model.group(group).members.has(name)
      model.group(group).members.add(name)
    }
    if (isNew) return 'added'
    return joined ? 'updated' : 'unchanged'
  })
}

export function importGrants(model: Model, lines: readonly GrantLine[]): ImportOutcome {
  return importLines(model, lines, (line) => {
    const { user, group = '', standing: isStanding, all, ...texts } = line
    const { granted, standing } = model.subject(user === undefined ? { group } : { user })
    const before = granted.size + standing.size
    if (isStanding === true) {
      standing.add(texts.tag ?? '')
    } else {
      const matched = model.select(all === true ? { all } : texts)
      if (matched.length === 0) refuse('invalid')
      for (const { id } of matched) granted.add(id)
    }
    return granted.size + standing.size > before ? 'added' : 'unchanged'
  })
}
