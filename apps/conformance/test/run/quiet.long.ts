/** A breach is tried again while nobody else makes requests: only this finds a tool that goes on meanwhile, or stays halted. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import type { Ask } from '../../mutants/server/ask.ts'
import { makeCheckers } from '../../plant-store/checkers.ts'
import { checkOwn } from '../../plant-store/check.ts'
import type { Checker } from '../../src/run/checker.ts'
import { startWith, subjectAt } from '../broken-server.ts'

/** A request that was under way when it became quiet is answered sooner, also on a busy machine. */
const underWayMs = 2000

const senderOf = ({ headers }: Ask): string =>
  headers['x-schemathesis-testcaseid'] === undefined
    ? (/^Prism/.exec(headers['user-agent'] ?? '')?.[0] ?? 'sessions')
    : 'schemathesis'

test('the other checkers wait while sessions try a breach again, and then go on', async () => {
  let isQuiet = false
  let times = 0
  const seen = new Set<string>()
  const disturbing: string[] = []
  const done = new AbortController()
  await using server = await startWith({
    finish: (reply, ask) => {
      const sender = ask === undefined ? 'sessions' : senderOf(ask)
      seen.add(sender)
      if (times > 3 && !isQuiet && sender === 'schemathesis') done.abort()
      if (isQuiet && sender !== 'sessions') disturbing.push(`${sender}: ${ask?.url}`)
      return reply
    },
    // Nothing is wrong until one of the tools is at work.
    cut: (plants, limit) => plants.slice(0, limit === 2 && seen.size > 1 ? 1 : limit),
  })
  const checkers = await makeCheckers()
  const observe = (checker: Checker): Checker => ({
    ...checker,
    check: (subject, collector) => {
      const { quiet } = collector
      const during = quiet.during.bind(quiet)
      if (checker.name === 'sessions')
        quiet.during = (work) =>
          during(async () => {
            await setTimeout(underWayMs)
            times += 1
            isQuiet = true
            return work().finally(() => (isQuiet = false))
          })
      return checker.check(subject, collector)
    },
  })
  await checkOwn(subjectAt(server.url), {
    checkers: checkers.map((checker) => observe(checker)),
    signal: done.signal,
  })
  assert.ok(done.signal.aborted, 'schemathesis did not go on')
  assert.deepEqual(disturbing, [])
})
