/** Access: lists of somebody else, kept or mixed up; and lists that a parameter changes. */
import type { Plant } from '@plant-store/contracts'
import { setTimeout } from 'node:timers/promises'
import type { Ask } from '../../ask.ts'
import { lingering } from '../../faults/replies.ts'
import { finding, seenBy, whoever } from '../../faults/seeing.ts'
import { type Change, faultsOf, type Mutant } from '../../mutant.ts'
import type { Steps } from '../../reference.ts'
import { after, together } from '../../when.ts'

const { given, completed } = faultsOf('access')

export const remembered: readonly Mutant[] = [
  given(
    'cached-by-address',
    'Lists are remembered by their address, whoever asked first.',
    remembering(({ request }) => request.url ?? ''),
  ),
  given(
    'cached-by-limit',
    'Lists with a limit are remembered, whoever asked first.',
    remembering((ask) => (ask.limit === undefined ? undefined : String(ask.limit))),
  ),
  given(
    'cached-by-connection',
    'A connection shows what its first caller sees.',
    remembering(({ request }) => request.socket),
  ),
  given(
    'cached-by-request-id',
    'Requests of one X-Request-Id get one list.',
    remembering(({ request }) => request.headers['x-request-id']?.toString()),
  ),
  given(
    'everything-late',
    'After fifty requests everybody sees every plant.',
    whoever(() => true, after(50)),
  ),
  given('caller-shared', 'Requests that are under way together share the last caller.', sharing),
  given(
    'everything-together',
    'While four requests are under way, everybody sees every plant.',
    lingering(whoever(() => true, together(4))),
  ),
  completed(
    'user-by-query',
    'The parameter user says whose plants come.',
    finding((found, ask, all) =>
      ask.query.get('user') === null ? found : seenBy(all, ask.query.get('user') ?? ''),
    ),
  ),
  completed(
    'page',
    'The parameter page turns pages.',
    finding((found, ask) =>
      ask.query.has('page')
        ? found.slice(10 * (Number(ask.query.get('page')) - 1), 10 * Number(ask.query.get('page')))
        : found,
    ),
  ),
  completed(
    'offset',
    'The parameter offset leaves plants out.',
    finding((found, ask) => found.slice(Number(ask.query.get('offset') ?? 0))),
  ),
  completed('tag-of-others', "The tag of another caller's list gets 304.", sharingTags),
]

/** Keeps the plants of the first request with the same key; undefined keeps none. */
function remembering(keyOf: (ask: Ask) => object | string | undefined): Change {
  return ({ findPlants }) => {
    const kept = new Map<object | string, readonly Plant[]>()
    return {
      findPlants: async (caller, ask) => {
        const key = keyOf(ask)
        const known = key === undefined ? undefined : kept.get(key)
        const plants = known ?? (await findPlants(caller, ask))
        if (key !== undefined) {
          kept.set(key, plants)
        }
        return plants
      },
    }
  }
}

function sharing({ findPlants }: Steps): Partial<Steps> {
  let current: Ask['caller']
  return {
    findPlants: async (caller, ask) => {
      current = caller
      await setTimeout(50)
      return findPlants(current, ask)
    },
  }
}

function sharingTags({ tag, isCurrent }: Steps): Partial<Steps> {
  const sent = new Set<string>()
  return {
    tag: (body, ask) => {
      const own = tag(body, ask)
      sent.add(own)
      return own
    },
    isCurrent: (own, ask) => isCurrent(own, ask) || sent.has(ask.request.headers['if-none-match'] ?? ''),
  }
}
