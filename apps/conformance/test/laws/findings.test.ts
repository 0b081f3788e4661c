/** The line of a finding shows the fault to whoever runs it. */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { describe, it } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { promisify } from 'node:util'
import type { Finding } from '../../src/judge.ts'
import { lawsJudge } from '../../src/laws/judge.ts'
import { withBody } from '../../src/mutants/ask.ts'
import type { Change } from '../../src/mutants/mutant.ts'
import { startMutant } from '../../src/mutants/start-mutant.ts'
import { fixedWorld, toWorldFile } from '../../src/mutants/world.ts'
import { RecordingCourt } from './recording-court.ts'

const run = promisify(execFile)
const { callers, refusedTokens = [] } = toWorldFile(fixedWorld)

const names = callers.map(({ token }, index): [string, string] => [
  index === 0 ? 'TOKEN' : `TOKEN_${index + 1}`,
  token,
])
const refused = refusedTokens.map((token, index): [string, string] => [
  index === 0 ? 'REFUSED_TOKEN' : `REFUSED_TOKEN_${index + 1}`,
  token,
])
const env = { ...process.env, ...Object.fromEntries<string | undefined>([...names, ...refused]) }

/** Finds a breach of the rule, runs its line, and gives both to the look. */
async function repeat(
  change: Change,
  rule: string,
  look: (output: string, finding: Finding) => void,
): Promise<void> {
  const server = await startMutant({ change, world: fixedWorld })
  try {
    const court = new RecordingCourt()
    const subject = {
      url: server.url,
      callers,
      refusedTokens,
      only: 'all',
      seed: 1,
      budget: 'quick',
    } as const
    await lawsJudge().judge(subject, court)
    const finding = court.findings.find((one) => one.rule === rule)
    assert.ok(finding !== undefined, court.tell())
    const { stdout } = await run('bash', ['-c', finding.curl], { env })
    look(stdout, finding)
  } finally {
    await server.close()
  }
}

describe('the line of a finding', () => {
  it('shows a request that is wrongly answered', () =>
    repeat(
      ({ findCaller }) => ({
        findCaller: (token, ask) =>
          ask.world.callers.find((caller) => token.startsWith(caller.token)) ?? findCaller(token, ask),
      }),
      'unknown-token-refused',
      (output, { came }) => {
        assert.match(output, /^HTTP\/1\.1 200 OK\r\n/)
        assert.match(came, /^200 with/)
      },
    ))

  it('shows what only the second request of a connection meets', () =>
    repeat(
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
      ({ findPlants }) => ({
        pause: () => setTimeout(20),
        findPlants: async (caller, ask) =>
          (await findPlants(caller, ask)).slice(0, ask.together > 12 ? 1 : undefined),
      }),
      'equal-requests-equal-answers',
      (output) => {
        assert.equal(output.trim().split('\n').length, 2, output)
      },
    ))
})
