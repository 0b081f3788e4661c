/** The line of a finding shows the fault to whoever runs it. */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { describe, it } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { promisify } from 'node:util'
import { type Ask, withBody } from '../../mutants/server/ask.ts'
import type { Change } from '../../mutants/mutant.ts'
import { callers, hearStage, refusedTokens } from './hear.ts'

const run = promisify(execFile)

const named = (name: string, tokens: readonly string[]): readonly (readonly [string, string])[] =>
  tokens.map((token, index) => [index === 0 ? name : `${name}_${index + 1}`, token])

const env = {
  ...process.env,
  ...Object.fromEntries(
    named(
      'TOKEN',
      callers.map(({ token }) => token),
    ),
  ),
  ...Object.fromEntries(named('REFUSED_TOKEN', refusedTokens)),
}

/** Finds a breach of the rule, runs its line, and gives what that writes to the look. */
async function repeat(
  stage: string,
  change: Change,
  rule: string,
  look: (output: string, line: string) => void,
): Promise<void> {
  await hearStage(stage, { change }, rule, async (court) => {
    const finding = court.findings.find((one) => one.rule === rule)
    assert.ok(finding !== undefined, court.tell())
    const { stdout } = await run('bash', ['-c', finding.curl], { env })
    look(stdout, finding.curl)
  })
}

const crowd = 7

/** Long enough for a crowd to gather, also where the machine has other things to do; whoever stays alone goes on then. */
const gather = async (ask: Ask): Promise<void> => {
  for (let waits = 0; ask.together < crowd && waits < 100; waits += 1) await setTimeout(5)
}

describe('the line of a finding', () => {
  it('shows a request that is wrongly answered', () =>
    repeat(
      'every value',
      ({ findCaller }) => ({
        findCaller: (token, ask) =>
          ask.world.callers.find((caller) => token.startsWith(caller.token)) ?? findCaller(token, ask),
      }),
      'unknown-token-refused',
      (output) => {
        assert.match(output, /^HTTP\/1\.1 200 OK\r\n/)
      },
    ))

  it('shows what only the second request of a connection meets', () =>
    repeat(
      'every kind behind every other',
      ({ decodeLimit }) => ({
        decodeLimit: (texts, ask) =>
          ask.onConnection > 1 && texts[0] === 'x' ? undefined : decodeLimit(texts, ask),
      }),
      'limit-is-a-number',
      (output) => {
        assert.match(output.slice(output.lastIndexOf('HTTP/1.1')), /^HTTP\/1\.1 200/)
      },
    ))

  it('shows what goes wrong now and then', () =>
    repeat(
      'the first requests again',
      ({ finish }) => ({
        finish: async (reply, ask) => {
          const finished = await finish(reply, ask)
          return (ask?.number ?? 0) % 9 === 0 ? withBody(finished, '[]') : finished
        },
      }),
      'equal-requests-equal-answers',
      (output) => {
        // Each kind of answer, with how often it came.
        assert.equal(output.trim().split('\n').length, 2, output)
      },
    ))

  it('shows what goes wrong in a crowd', () =>
    repeat(
      'crowds',
      ({ findPlants }) => ({
        pause: gather,
        findPlants: async (caller, ask) =>
          (await findPlants(caller, ask)).slice(0, ask.together >= crowd ? 1 : undefined),
      }),
      'lists-all-plants',
      (output) => {
        // A list is cut short whenever enough others are under way.
        assert.match(output, /\r\n\r\n\[\{[^{]*\}\](?:HTTP|$)/)
      },
    ))
})
