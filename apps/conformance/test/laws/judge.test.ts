/** The judge finds nothing wrong with our own service, whatever it is told of it, and says what it could not judge. */
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { makeWorld, type Service, smallWorld, startService, temporaryDirectory } from '@plant-store/testkit'
import { lawsJudge } from '../../src/laws/judge.ts'
import { rules } from '../../src/rules/rules.ts'
import type { Subject } from '../../src/subject.ts'
import { RecordingCourt } from './recording-court.ts'

const directory = await temporaryDirectory()
const { database, users, strangerToken } = await makeWorld(directory.path, smallWorld)
const service: Service = await startService({ settings: { database } })
after(async () => {
  await service.stop()
  await directory.remove()
})

const people = Object.values(users)
const refusedTokens = people.flatMap(({ expiredToken, revokedToken }) => [expiredToken, revokedToken])
const whole: Subject = {
  url: service.url,
  callers: people.map(({ token, plants }) => ({ token, plants })),
  refusedTokens: [...refusedTokens, strangerToken],
  only: 'all',
  seed: 1,
  budget: 'quick',
}

async function judge(subject: Subject): Promise<RecordingCourt> {
  const court = new RecordingCourt()
  await lawsJudge().judge(subject, court)
  return court
}

/** The rules of which nothing was seen: one that forbids must have been broken by us, and refused. */
function unproven(court: RecordingCourt, only: Subject['only']): readonly string[] {
  return rules
    .filter(({ id, origin }) => (only === 'all' || origin === 'given') && !court.unjudgedRules.has(id))
    .filter(({ id, kind }) => !(kind === 'refusable' ? court.refusedRules : court.keptRules).has(id))
    .map(({ id }) => id)
}

describe('our own service', () => {
  for (const seed of [1, 2, 3]) {
    it(`conforms, and every rule is seen kept, or broken and refused (seed ${seed})`, async (t) => {
      const court = await judge({ ...whole, seed })
      t.diagnostic(`${court.exchanges.length} exchanges`)
      assert.equal(court.tell(), '')
      assert.deepEqual(unproven(court, 'all'), [])
      assert.deepEqual(
        [...court.unjudgedRules.keys()],
        ['failure-500', 'retry-after-503', 'late-request-408'],
      )
    })
  }

  it('conforms where nobody tells which plants are due', async () => {
    const court = await judge({
      ...whole,
      callers: people.map(({ token }) => ({ token })),
      refusedTokens: [],
    })
    assert.equal(court.tell(), '')
    assert.deepEqual(unproven(court, 'all'), [])
    for (const rule of [
      'lists-all-plants',
      'sees-own-plants-only',
      'order-as-added',
      'any-number-of-plants',
    ]) {
      assert.match(court.unjudgedRules.get(rule) ?? '', /No world was given/)
    }
    assert.match(court.unjudgedRules.get('retired-token-refused') ?? '', /good once/)
  })

  it('shows nothing about other callers where there is one alone', async () => {
    const court = await judge({ ...whole, callers: whole.callers.slice(0, 1) })
    assert.equal(court.tell(), '')
    assert.ok(!court.keptRules.has('sees-own-plants-only'))
    assert.match(court.unjudgedRules.get('sees-own-plants-only') ?? '', /two callers/)
  })

  it('conforms to a stranger without a token', async () => {
    const court = await judge({ ...whole, callers: [], refusedTokens: [] })
    assert.equal(court.tell(), '')
    assert.match(court.unjudgedRules.get('list-is-array') ?? '', /No token was given/)
    assert.ok(court.refusedRules.has('token-required'))
  })

  it('conforms to the given contract alone, of which every rule is seen', async () => {
    const court = await judge({ ...whole, only: 'given' })
    assert.equal(court.tell(), '')
    assert.deepEqual(unproven(court, 'given'), [])
  })

  it('shows no token of its callers to people, nor any part of one', async () => {
    const court = await judge(whole)
    const records = JSON.stringify(court.exchanges.map(({ shown }) => shown?.request))
    // Names take the place of tokens, and of their parts.
    const parts = [...people.map(({ token }) => token), ...refusedTokens].map((token) => token.slice(8, 20))
    assert.deepEqual(
      parts.filter((part) => records.includes(part)),
      [],
    )
    assert.ok(records.includes('Bearer $TOKEN_2') && records.includes('${TOKEN:0:'))
  })
})

describe('a judge that is told to stop', () => {
  it('stops at once', async () => {
    const court = new RecordingCourt()
    const judging = lawsJudge().judge({ ...whole, budget: 'deep' }, court)
    court.abort()
    await assert.rejects(judging, { name: 'AbortError' })
  })
})
