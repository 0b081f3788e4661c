/** Each stage, alone, finds a server of the catalogue that breaks what the stage is for. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { describe, it } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { mutantById } from '../../mutants/catalogue.ts'
import type { Change } from '../../mutants/mutant.ts'
import { crowdOf } from '../../mutants/server/world.ts'
import { allStages } from '../../src/sessions/stages.ts'
import { lateRequests } from '../../src/sessions/late-requests.ts'
import { hearStage, type Service } from './hear.ts'

/** The stage, a server, and the rule that must be found broken, perhaps among others. */
const found: readonly (readonly [stage: string, mutant: string, rule: string])[] = [
  ['the first requests', 'list-201', 'answers-right-requests'],
  ['one of each kind', 'id-missing', 'request-id-sent'],
  ['callers in turn and at once', 'cached-by-connection', 'sees-own-plants-only'],
  ['the first requests again', 'id-own', 'request-id-sent'],
  ['the first requests again', 'tag-by-turns', 'equal-requests-equal-answers'],
  ['every value', 'plus-one-above-zero', 'limit-caps-the-list'],
  ['every value', 'token-half', 'unknown-token-refused'],
  ['every value', 'exponent', 'limit-without-exponent'],
  ['every value', 'post-as-get', 'other-methods-405'],
  ['every value', 'never-304-several', 'not-modified-304'],
  ['quiet services', 'quiet-second-empty', 'lists-all-plants'],
  ['successions on one connection', 'empty-on-hundredth', 'lists-all-plants'],
  ['every kind behind every other', 'limit-unread-behind-head', 'limit-caps-the-list'],
  ['three in a row', 'behind-404-and-405', 'answers-right-requests'],
  ['two kinds in turns', 'turns-of-two', 'sees-own-plants-only'],
  ['every token', 'old-tokens-by-end', 'unknown-token-refused'],
  ['tags of other lists', 'tag-one-shorter', 'modified-200'],
  ['HEAD as GET', 'head-length-in-characters', 'head-as-get'],
  ['tags that came', 'packed-never-304', 'not-modified-304'],
  ['the table of requests', 'connect-200', 'other-methods-405'],
  ['first requests to an address', 'cached-by-address', 'sees-own-plants-only'],
  ['first requests to an address', 'message-of-another', 'answers-not-shared'],
  ['crowds', 'shorter-together-3', 'lists-all-plants'],
  ['requests in one piece', 'open-pipelined', 'token-required'],
  ['clients that say no more', 'blocked-by-half-a-request', 'answers-every-request'],
  ['content and what comes behind it', 'content-behind-401', 'limit-is-optional'],
  ['clients of HTTP/1.0', 'old-stays-open', 'answers-are-well-framed'],
  ['parts of lists', 'prefer-count-206', 'answers-right-requests'],
  ['every caller', 'revoked-passes', 'retired-token-refused'],
  ['the same again and again', 'same-ten-times', 'answers-right-requests'],
  ['octets that are no HTTP', 'error-body-empty-malformed', 'error-is-object'],
  ['pairs of values', 'no-token-asked-head', 'token-required'],
  ['pairs of values', 'head-takes-any', 'limit-minimum'],
  ['random sessions', 'fails-reused-5', 'answers-right-requests'],
  ['connections at rest', 'rest-then-pieces', 'answers-right-requests'],
  ['pieces that come late', 'dripping-head', 'limit-is-optional'],
  ['the first requests once more', 'tag-by-turns', 'equal-requests-equal-answers'],
]

/**
 * The list of a client that did not wait goes to all later ones. In the catalogue only the next one gets it, which
 * shows now and then; here it must show.
 */
const leavingLists: Change = ({ findPlants }) => {
  const left: Awaited<ReturnType<typeof findPlants>>[] = []
  return {
    findPlants: async (caller, ask) => {
      const own = await findPlants(caller, ask)
      const list = left.at(-1) ?? own
      const { socket } = ask.request
      // Time enough to see a client leave, even on a busy machine.
      const waited = new AbortController()
      const { signal } = waited
      await Promise.race([once(socket, 'close', { signal }), setTimeout(100, undefined, { signal })])
      waited.abort()
      if (socket.destroyed) left.push(own)
      return list
    },
  }
}

/** A caller who has not asked for two seconds sees nothing the first time. */
const forgetting: Change = ({ findPlants }) => {
  const asked = new Map<unknown, number>()
  return {
    findPlants: (caller, ask) => {
      const since = ask.ageMs - (asked.get(caller.name) ?? 0)
      asked.set(caller.name, ask.ageMs)
      return since > 2000 ? Promise.resolve([]) : findPlants(caller, ask)
    },
  }
}

describe('a stage', () => {
  it('of the judge is tried here or in a file of its own', () => {
    // These are tried in files of their own: pieces need a server that sees them, long lists a world that has some.
    const elsewhere = ['requests in pieces', 'long lists', lateRequests.name]
    const tried = new Set([...tries.map(({ stage }) => stage), ...elsewhere])
    assert.deepEqual(
      allStages.map(({ name }) => name).filter((name) => !tried.has(name)),
      [],
    )
  })

  const tries = found.map(([stage, id, rule]) => ({ stage, id, rule, service: mutantById(id) as Service }))
  tries.push(
    {
      stage: 'clients that leave',
      id: 'lists left behind',
      rule: 'sees-own-plants-only',
      service: { change: leavingLists },
    },
    {
      stage: 'callers who were away',
      id: 'callers who are forgotten',
      rule: 'equal-requests-equal-answers',
      service: { change: forgetting, world: crowdOf(5, 2, 3) },
    },
  )
  for (const { stage, id, rule, service } of tries) {
    it(`${stage}: finds ${id}`, async () => {
      const court = await hearStage(stage, service, rule)
      assert.ok(
        court.findings.some((finding) => finding.rule === rule),
        court.tell(),
      )
      assert.deepEqual(
        court.findings.filter(({ curl }) => curl === ''),
        [],
      )
    })
  }
})
