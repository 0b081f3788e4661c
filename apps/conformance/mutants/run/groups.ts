/** Which correct servers are tried as one server that takes all their liberties. */
import type { Mutant } from '../mutant.ts'
import { reference, type Steps } from '../server/reference.ts'
import { fixedWorld, type World } from '../server/world.ts'

type Group = readonly Mutant[]

/** Groups of up to `size` servers that differ from the reference in different ways; the world is that of the first. */
export function groupsOf(mutants: Group, size: number): readonly Group[] {
  const groups: Mutant[][] = []
  const inOrder = mutants.toSorted((one, other) => Number(isUsual(one)) - Number(isUsual(other)))
  for (const mutant of inOrder) {
    const fitting = groups.filter((members) => members.length < size && fits(mutant, members))
    const [smallest] = fitting.toSorted((one, other) => one.length - other.length)
    if (smallest === undefined) groups.push([mutant])
    else smallest.push(mutant)
  }
  return groups
}

const isUsual = ({ world }: Mutant): boolean => world === fixedWorld

/** Two servers that replace the same step are kept apart: only one of them might show. */
const fits = (mutant: Mutant, members: Group): boolean =>
  isUsual(mutant) &&
  members.every(
    ({ only, world, change }) =>
      only === mutant.only && suitsOthers(world) && stepsOf(change).isDisjointFrom(stepsOf(mutant.change)),
  )

/** Steps that several may replace: at the last look at a response, most only add to it. */
const shared = new Set<string>(['pause', 'finish'] satisfies (keyof Steps)[])

const stepsOf = (change: Mutant['change']): ReadonlySet<string> =>
  new Set(Object.keys(change(reference))).difference(shared)

/** In characters. Requests contain shorter ones by chance, and messages repeat parts of requests: that would be accused. */
const shortestToken = 12

/** Whether the liberties of others show in it: two users see several plants, and some tokens must be refused. */
const suitsOthers = ({ callers, plants, refused }: World): boolean =>
  refused.length > 0 &&
  callers.every(({ token }) => token.length >= shortestToken) &&
  callers.filter(({ name }) => plants.filter(({ seenBy }) => seenBy.includes(name)).length > 1).length > 1
