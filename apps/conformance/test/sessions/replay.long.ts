/** The line of a finding shows the fault to whoever runs it: only this runs the lines of what a connection, a crowd or chance shows. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { inTurn, runLine } from '@plant-store/raw-http'
import type { Runner } from '../../src/plants/runner.ts'
import { type Ask, withBody } from '../../mutants/server/ask.ts'
import type { Change } from '../../mutants/mutant.ts'
import { callers, refused, tryRunner } from './trial.ts'

/** Finds a breach of the rule with these requests, and resolves to the output of its line. */
async function repeat(
  change: Change,
  rule: string,
  ask: (runner: Runner) => Promise<unknown>,
): Promise<string> {
  let output = ''
  await tryRunner(change, async (runner, { findings }) => {
    await ask(runner)
    const finding = findings.find((one) => one.rule === rule) ?? assert.fail(`${rule} is kept`)
    output = await runLine(finding.curl, { callers, refused })
  })
  return output
}

const get = (runner: Runner, target = '/plants') => ({
  request: runner.write('GET', target, { token: runner.callers[0]?.mark }),
})

const crowd = 7

/** Waits long enough for a crowd to gather, even on a busy machine; a request that stays alone then goes on. */
const gather = async (ask: Ask): Promise<void> => {
  for (let waits = 0; ask.together < crowd && waits < 20; waits += 1) await setTimeout(5)
}

describe('the line of a finding', () => {
  it('shows what only the second request of a connection meets', async () => {
    const second: Change = ({ decodeLimit }) => ({
      decodeLimit: (texts, ask) =>
        ask.onConnection > 1 && texts[0] === 'x' ? undefined : decodeLimit(texts, ask),
    })
    const output = await repeat(second, 'limit-is-a-number', (runner) =>
      runner.run([inTurn([get(runner), get(runner, '/plants?limit=x')])]),
    )
    assert.match(output.slice(output.lastIndexOf('HTTP/1.1')), /^HTTP\/1\.1 200/)
  })

  it('shows what goes wrong now and then', async () => {
    const everyNinth: Change = ({ finish }) => ({
      finish: async (reply, ask) => {
        const finished = await finish(reply, ask)
        return (ask?.number ?? 0) % 9 === 0 ? withBody(finished, '[]') : finished
      },
    })
    const output = await repeat(everyNinth, 'equal-requests-equal-answers', (runner) =>
      runner.askApart(Array.from({ length: 20 }, () => get(runner))),
    )
    // Each kind of response, with how often it came.
    assert.equal(output.trim().split('\n').length, 2, output)
  })

  it('shows what goes wrong in a crowd', async () => {
    let isWaiting = false
    const crowded: Change = ({ findPlants }) => ({
      pause: (ask) => (isWaiting ? gather(ask) : Promise.resolve()),
      findPlants: async (caller, ask) =>
        (await findPlants(caller, ask)).slice(0, ask.together >= crowd ? 1 : undefined),
    })
    const output = await repeat(crowded, 'equal-requests-equal-answers', (runner) => {
      isWaiting = true
      return runner.askApart(Array.from({ length: 2 * crowd }, () => get(runner)))
    })
    // The line sends twenty at a time: a list is cut short whenever enough others are under way.
    assert.match(output, /\[\{[^{]*\}\] 200/)
  })
})
