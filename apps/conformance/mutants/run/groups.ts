/** Which correct servers are tried as one server that takes all their liberties. */
import type { Mutant } from '../mutant.ts'
import { reference, type Steps } from '../server/reference.ts'
import type { World } from '../server/world.ts'

type Group = readonly Mutant[]

/** Groups of up to `size` servers that differ from the reference in different ways; the world is that of the first. */
export const groupsOf = (mutants: readonly Mutant[], size: number): readonly Group[] =>
  size === 1
    ? mutants.map((mutant) => [mutant])
    : (['all', 'given'] as const).flatMap((only) => {
        const own = mutants.filter((mutant) => mutant.only === only)
        const byWorld = [...Map.groupBy(own, ({ world }) => world).values()]
        const [usual = [], ...others] = byWorld.toSorted((one, other) => other.length - one.length)
        return withGuests(compatible(usual, size), others.flat())
      })

/** Steps that several may replace: at the last look at an answer, most only add to it. */
const shared = new Set<string>(['pause', 'finish'] satisfies (keyof Steps)[])

const stepsOf = ({ change }: Mutant): ReadonlySet<string> =>
  new Set(Object.keys(change(reference))).difference(shared)

/** Two servers that replace the same step are kept apart: only one of them might show. */
function compatible(mutants: readonly Mutant[], size: number): readonly Group[] {
  const groups = Array.from({ length: Math.ceil(mutants.length / size) }, () => ({
    members: new Array<Mutant>(),
    steps: new Set<string>(),
  }))
  for (const mutant of mutants) {
    const steps = stepsOf(mutant)
    const fitting = groups.filter((one) => one.members.length < size && one.steps.isDisjointFrom(steps))
    const [group = { members: [], steps: new Set() }] = fitting.toSorted(
      (a, b) => a.members.length - b.members.length,
    )
    if (fitting.length === 0) groups.push(group)
    group.members.push(mutant)
    for (const step of steps) group.steps.add(step)
  }
  return groups.map(({ members }) => members)
}

/** Each server with a world of its own joins another group, which is then tried in that world, if it suits others. */
function withGuests(groups: readonly Group[], guests: readonly Mutant[]): readonly Group[] {
  const left = [...groups]
  const joined = guests.map((guest): Group => {
    const place = left.findIndex((members) =>
      members.every((member) => stepsOf(member).isDisjointFrom(stepsOf(guest))),
    )
    return suitsOthers(guest.world) && place >= 0 ? [guest, ...left.splice(place, 1).flat()] : [guest]
  })
  return [...joined, ...left]
}

/** In characters. Requests contain shorter ones by chance, and messages repeat parts of requests: that would be accused. */
const shortestToken = 12

/** Whether the liberties of others show in it: two people see several plants, and some tokens must be refused. */
const suitsOthers = ({ callers, plants, refused }: World): boolean =>
  refused.length > 0 &&
  callers.every(({ token }) => token.length >= shortestToken) &&
  callers.filter(({ name }) => plants.filter(({ seenBy }) => seenBy.includes(name)).length > 1).length > 1
