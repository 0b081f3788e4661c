/** Under which rule an answer is reported that may break several, and how often the breach showed. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { gzipSync } from 'node:zlib'
import { type Reply, withBody, withField } from '../../mutants/server/ask.ts'
import type { Change } from '../../mutants/mutant.ts'
import { alone, atOnce, inTurn, type Session, type Wanted } from '@plant-store/raw-http'
import { mutantById } from '../../mutants/catalogue.ts'
import type { Field } from '../../src/exchange.ts'
import { tryRunner } from './trial.ts'

/** One list is empty, once only. */
const emptyOnce =
  (): Change =>
  ({ finish }) => {
    let isDone = false
    return {
      finish: async (reply, ask) => {
        const finished = await finish(reply, ask)
        if (isDone || ask?.query.has('x') !== true) return finished
        isDone = true
        return withBody(finished, '[]')
      },
    }
  }

const ways: Readonly<Record<string, (asks: readonly Wanted[]) => readonly Session[]>> = {
  'on connections of their own': (asks) => asks.map((ask) => alone(ask)),
  'on a connection that is used again': (asks) => [inTurn(asks)],
  'at the same time': (asks) => [atOnce(asks)],
}

describe('a breach that does not show again', () => {
  for (const [where, toSessions] of Object.entries(ways)) {
    it(`is reported, with how often it showed (${where})`, async () => {
      const collector = await tryRunner(emptyOnce(), (runner) => {
        const [caller] = runner.callers
        const asks = Array.from({ length: 4 }, (_, index) => ({
          request: runner.write('GET', `/plants?x=${index}`, { token: caller?.mark }),
        }))
        return runner.run(toSessions(asks))
      })
      assert.match(
        collector.findings[0]?.came ?? '',
        /^0 plants.*, in 1 of (?:[2-9]|\d{2,}) answers/,
        collector.tell(),
      )
    })
  }
})

/** A client that names a language gets the list compressed, and every answer names these fields in Vary. */
const byLanguage =
  (vary: string): Change =>
  ({ finish }) => ({
    finish: async (reply, ask) => {
      const finished = withField(await finish(reply, ask), 'Vary', vary)
      return ask?.request.headers['accept-language'] === undefined
        ? finished
        : withField(packed(finished), 'Content-Encoding', 'gzip')
    },
  })

const packed = (reply: Reply): Reply => withBody(reply, gzipSync(String(reply.body)))

for (const [vary, due] of [
  ['Authorization', ['vary-names-fields']],
  ['Authorization, Accept-Language', []],
] as const)
  it(`a list that a field changes breaks ${due.length} rules where Vary is ${vary}`, async () => {
    const collector = await tryRunner(byLanguage(vary), (runner) => {
      const token = runner.callers[0]?.mark
      const fields = [['Accept-Language', 'de']] as const
      const asks = [{ token }, { token, fields }].map((more) => ({
        request: runner.write('GET', '/plants', more),
      }))
      return runner.askApart(asks)
    })
    assert.deepEqual([...new Set(collector.findings.map(({ rule }) => rule))], due, collector.tell())
    assert.equal(collector.keptRules.has('vary-names-fields'), due.length === 0)
  })

describe('two answers that contradict each other', () => {
  it('are reported with what makes the difference between their requests, and nothing else', async () => {
    const collector = await tryRunner(byLanguage('Authorization'), (runner) => {
      const token = runner.callers[0]?.mark
      const fields: readonly Field[] = [
        ['Accept', 'application/json'],
        ['X-Unknown', 'a'],
        ['Accept-Language', 'de'],
        ['User-Agent', 'b'],
      ]
      return runner.askApart([
        { request: runner.write('GET', '/plants', { token }) },
        { request: runner.write('GET', '/plants', { token, fields, body: 'x' }) },
      ])
    })
    const [finding] = collector.findings
    assert.match(finding?.due ?? '', /the difference: accept-language$/, collector.tell())
    assert.match(finding?.curl ?? '', /Accept-Language: de/)
    assert.doesNotMatch(finding?.curl ?? '', /X-Unknown|User-Agent|Accept: |Content-Length/)
  })

  it('are reported with how often they were not seen again', async () => {
    let left = 2
    const sameTagTwice: Change = ({ finish }) => ({
      finish: async (reply, ask) => {
        const finished = await finish(reply, ask)
        if (ask?.query.has('x') !== true || left === 0) return finished
        left -= 1
        return withField(finished, 'ETag', '"of-both"')
      },
    })
    const collector = await tryRunner(sameTagTwice, (runner) => {
      const token = runner.callers[0]?.mark
      return runner.askApart(
        [1, 2].map((limit) => ({ request: runner.write('GET', `/plants?x=1&limit=${limit}`, { token }) })),
      )
    })
    assert.match(
      collector.findings[0]?.came ?? '',
      /^ETag: "of-both", once, and not in 6 further tries$/,
      collector.tell(),
    )
  })
})

it('a difference between refusals is reported as it is where there is no time to ask again', async () => {
  const collector = await tryRunner(mutantById('reason-in-german').change, async (runner, heard) => {
    const ask = (token?: string): Wanted => ({
      request: runner.write('GET', '/plants', { token, fields: [['Accept-Language', 'de']] }),
    })
    await runner.askApart([ask('nobody-has-this-one'), ask('nobody-has-this-one')])
    const sent = await runner.client.play(alone(ask(runner.secrets.refused[0]?.mark)))
    heard.endTime()
    for (const one of sent) await runner.compare(one)
  })
  assert.deepEqual(
    collector.findings.map(({ rule }) => rule),
    ['same-refusal-for-every-reason'],
  )
})
