/** How much the harness is told about a world, and what follows from it. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { runMutants } from '../run/run.ts'
import { fixedWorld, type Telling, tell } from '../server/world.ts'

const tokens = fixedWorld.callers.map(({ token }) => token)

const known: Readonly<Record<Telling, readonly [tokens: readonly string[], lists: number, refused: number]>> =
  {
    world: [tokens, 3, 2],
    tokens: [tokens, 0, 0],
    token: [tokens.slice(0, 1), 0, 0],
    nothing: [[], 0, 0],
  }

describe('what the harness is told', () => {
  for (const [telling, expected] of Object.entries(known)) {
    it(`is: ${telling}`, () => {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the type above says so
      const { callers, refusedTokens } = tell(fixedWorld, telling as Telling)
      const lists = callers.filter(({ plants }) => plants !== undefined)
      assert.deepEqual([callers.map(({ token }) => token), lists.length, refusedTokens.length], expected)
    })
  }

  it('reaches the judges: one that compares lists with the world finds no list there', async () => {
    const judges = new URL('fake-judges.ts', import.meta.url).href
    const outcomes = (['world', 'token'] as const).map((telling) =>
      runMutants({ patterns: ['small-names'], judges, telling }),
    )
    const [world, token] = await Promise.all(outcomes)
    assert.deepEqual([world?.results[0]?.outcome, token?.results[0]?.outcome], ['conforms', 'breaks'])
  })
})
