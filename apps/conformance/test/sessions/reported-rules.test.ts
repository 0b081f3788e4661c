/** Under which rule a response is reported that may break several, and how often the breach showed. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { sending, zipped } from '../../mutants/faults/replies.ts'
import { both, type Change, on } from '../../mutants/mutant.ts'
import { withBody, withField } from '../../mutants/server/ask.ts'
import { field } from '../../mutants/triggers.ts'
import { atOnce, inTurn, runLine } from '@plant-store/raw-http'
import type { Field } from '../../src/exchange.ts'
import { callers, refused, tryRunner } from './trial.ts'

/** One list is another, once only. */
const once =
  (body: string): Change =>
  ({ finish }) => {
    let isDone = false
    return {
      finish: async (reply, ask) => {
        const finished = await finish(reply, ask)
        if (isDone || ask?.query.has('x') !== true) return finished
        isDone = true
        return withBody(finished, body)
      },
    }
  }

describe('a breach that does not show again', () => {
  for (const [what, body, due, toSession] of [
    ['what changes', '[]', 'equal-requests-equal-answers', inTurn],
    ['an access breach', '[{"name":"Moss"}]', 'sees-own-plants-only', atOnce],
  ] as const)
    it(`is reported as ${what}, with how often it showed`, async () => {
      const { findings } = await tryRunner(once(body), (runner) => {
        const [caller] = runner.callers
        const asks = Array.from({ length: 4 }, (_, index) => ({
          request: runner.write('GET', `/plants?x=${index}`, { token: caller?.mark }),
        }))
        return runner.run([toSession(asks)])
      })
      assert.equal(findings[0]?.rule, due)
      assert.match(findings[0].came, /^\d plants?\b.*, in 1 of (?:[2-9]|\d{2,}) responses/)
    })
})

it('what goes wrong now and then shows in the output of the line that is told', async () => {
  const everyNinth: Change = ({ finish }) => ({
    finish: async (reply, ask) => {
      const finished = await finish(reply, ask)
      return (ask?.number ?? 0) % 9 === 0 ? withBody(finished, '[]') : finished
    },
  })
  await tryRunner(everyNinth, async (runner, { findings }) => {
    const request = runner.write('GET', '/plants', { token: runner.callers[0]?.mark })
    await runner.askApart(Array.from({ length: 20 }, () => ({ request })))
    const { curl } = findings.find(({ rule }) => rule === 'equal-requests-equal-answers') ?? assert.fail()
    // Each kind of response, with how often it came.
    const output = await runLine(curl, { callers, refused })
    assert.equal(output.trim().split('\n').length, 2, output)
  })
})

/** A client that names a language gets the list compressed, which Vary does not tell. */
const byLanguage = on(field('accept-language'), both(zipped, sending('Content-Encoding', 'gzip')))

describe('two responses that contradict each other', () => {
  it('are reported with what makes the difference between their requests, and nothing else', async () => {
    const collector = await tryRunner(byLanguage, (runner) => {
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
