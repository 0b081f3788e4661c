/** The world that the reference and its mutants serve: its callers, and which plants each of them sees. */
import type { Plant } from '@plant-store/contracts'
import type { Subject } from '../../src/subject.ts'
import { knownFrom, type WorldFile } from '../../src/world-file.ts'

/** A plant, and the names of the callers who see it. */
export interface SeenPlant extends Plant {
  readonly seenBy: readonly string[]
}

/** Everything that a server knows. Plants are in the order in which they were added. */
export interface World {
  readonly callers: readonly { readonly name: string; readonly token: string }[]
  readonly plants: readonly SeenPlant[]
  /** Tokens that are no longer valid, and whose they were. */
  readonly refused: readonly {
    readonly token: string
    readonly formerly: string
    readonly why: 'expired' | 'revoked'
  }[]
}

/** How much the harness is told about a world: all of it, the valid tokens, one of them, or nothing. */
export const tellings = ['world', 'tokens', 'token', 'nothing'] as const
export type Telling = (typeof tellings)[number]

/** What the harness knows about the world when it is told this much. */
export function tell(world: World, telling: Telling): Pick<Subject, 'callers' | 'refused'> {
  const { callers, refused } = knownFrom(toWorldFile(world))
  if (telling === 'world') return { callers, refused }
  const tokens = callers.map(({ token }) => ({ token }))
  return {
    callers: tokens.slice(0, { tokens: tokens.length, token: 1, nothing: 0 }[telling]),
    refused: [],
  }
}

/** Everything about a world, as the content of a world file. */
export function toWorldFile({ callers, plants, refused }: World): WorldFile {
  return {
    callers: callers.map(({ name, token }) => ({
      token,
      plants: plants.filter(({ seenBy }) => seenBy.includes(name)).map((plant) => withoutAccess(plant)),
    })),
    refused: refused.map(({ token }) => token),
  }
}

/** The plant as it is sent. */
export function withoutAccess({ seenBy: _seenBy, ...plant }: SeenPlant): Plant {
  return plant
}

/** The same users with these plants, each with the names of those who see it. */
export const worldOf = (plants: Readonly<Record<string, string>>): World =>
  worldWith(Object.entries(plants).map(([name, seenBy]) => ({ name, seenBy: seenBy.match(/\w+/g) ?? [] })))

/** The same users with other tokens, and the same plants. */
export const withTokens = (tokenOf: (name: string) => string, refused = fixedWorld.refused): World => ({
  ...fixedWorld,
  callers: fixedWorld.callers.map(({ name }) => ({ name, token: tokenOf(name) })),
  refused,
})

/** As many users as `count`: each sees `own` plants of their own, and `common` plants that all see. */
export function crowdOf(count: number, own = 1, common = 0): World {
  const callers = Array.from({ length: count }, (_none, index) => ({
    name: `person-${index + 1}`,
    token: `plants-${String(index).padStart(3, '0')}kQ7vN2xR9tWz8bLc3H`,
  }))
  const all = callers.map(({ name }) => name)
  const plants = [
    ...Array.from({ length: own * count }, (_none, index) => ({
      name: `Plant ${index}`,
      seenBy: all.slice(index % count).slice(0, 1),
    })),
    ...Array.from({ length: common }, (_none, index) => ({
      name: `Common ${index}`,
      tag: 'all',
      seenBy: all,
    })),
  ]
  return { callers, refused: [], plants }
}

/** The same users with other plants. */
export function worldWith(plants: readonly SeenPlant[]): World {
  return { ...fixedWorld, plants }
}

const ana = ['ana']
const ben = ['ben']
const both = ['ana', 'ben']
const nobody: readonly string[] = []

/** Ana sees 22 plants, Ben 12, seven of them are the same, and Cleo sees none. */
export const fixedWorld: World = {
  callers: [
    { name: 'ana', token: 'plants-Q7vN2kX9rT4mWz8bLc3HdJ6sYp1Gf5UeA0' },
    { name: 'ben', token: 'plants-h3ZrB8yKq1VtMx6NfD9wJc5LgS2pTe7UaB1' },
    { name: 'cleo', token: 'plants-Xn4GkW7dRj0QsYb2HvTz9CmPf6LeEu8Ka5C2' },
  ],
  refused: [
    { token: 'plants-9JwDq5FzVb8KtRm1XgNy4LcHs7PePu2TaE3', formerly: 'ana', why: 'expired' },
    { token: 'plants-u6MzTk3GvCx0WpRb9YdNq7JhLs1FeUe5AaF4', formerly: 'ana', why: 'revoked' },
  ],
  plants: [
    { name: 'Alder', tag: 'Alnus', seenBy: ana },
    { name: 'Black alder', seenBy: both },
    { name: 'Herb Robert', tag: 'Geranium', seenBy: ben },
    { name: 'Elder', tag: 'Sambucus', seenBy: both },
    { name: 'The locked oak', tag: 'Quercus', seenBy: nobody },
    { name: 'Alder', tag: 'Alnus', seenBy: ana },
    { name: 'Zebra plant', seenBy: ana },
    { name: 'Rose "Graham Thomas"', tag: 'Rosa \\ climbing', seenBy: ana },
    { name: 'Ромашка аптечная', tag: 'Matricaria', seenBy: both },
    { name: '桜', tag: '木', seenBy: ana },
    { name: 'Moss', seenBy: ben },
    { name: '1e3', tag: '007', seenBy: ana },
    { name: 'Cafe\u0301 de Paris', tag: 'Caf\u00E9', seenBy: both },
    { name: 'Bell \u0007, tab \t, end\r\n and \u007F', seenBy: ana },
    { name: '<b>Fern</b> & moss', tag: '%2F', seenBy: ana },
    { name: 'Cactus 🌵', tag: '🌵', seenBy: both },
    { name: 'The locked elm', seenBy: nobody },
    { name: 'null', tag: 'null', seenBy: ana },
    { name: 'Alder', seenBy: ana },
    { name: 'Nettle', tag: 'Urtica', seenBy: ben },
    { name: ' Spaces around ', tag: ' ', seenBy: ana },
    { name: 'One\u2028two\u2029three', seenBy: both },
    { name: 'Oak', tag: 'Quercus', seenBy: ana },
    { name: 'عشب \u202Eback', tag: '\uFEFFmark', seenBy: ana },
    { name: 'Ivy', tag: 'Hedera', seenBy: ben },
    { name: 'Heather', tag: 'Calluna', seenBy: both },
    { name: 'Beech', seenBy: ben },
    { name: 'aloe', tag: 'Aloe', seenBy: ana },
    { name: 'Yew', seenBy: ana },
  ],
}
