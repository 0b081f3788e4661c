/** After a check by all judges, no token stands in anything that leaves the harness, in whatever spelling. */
import assert from 'node:assert/strict'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { test } from 'node:test'
import { temporaryDirectory } from '@plant-store/testkit'
import { check } from '../../src/court/check.ts'
import { describeVerdict } from '../../src/command/describe-verdict.ts'
import { readContract } from '../../src/contract/contract-lines.ts'
import type { Judge } from '../../src/court/judge.ts'
import { makeJudges } from '../../src/judges.ts'
import { startOwnService } from '../../src/own-service.ts'
import { annotations } from '../../src/report/annotations.ts'
import { reports, writeReports } from '../../src/report/write-reports.ts'

/** A judge that tells all it knows, as a service with no manners and a judge with a fault would together. */
function gossip(tokens: readonly string[]): Judge {
  const spellings = tokens.flatMap((token) => spell(token))
  const text = spellings.join(' ')
  return {
    name: 'gossip',
    judge: (_subject, court) => {
      const exchange = court.record({
        judge: 'gossip',
        request: {
          method: 'GET',
          target: `/plants?${text}`,
          fields: [['Authorization', text]],
          body: text,
          octets: text,
        },
        answer: {
          version: '1.1',
          status: 500,
          reason: text,
          fields: [['X-Echo', text]],
          body: Buffer.from(text),
          faults: [text],
        },
        startedAt: new Date(),
        durationMs: 1,
        connection: 0,
      })
      court.kept('payload-is-json', exchange)
      court.broken({
        rule: 'causes-stay-inside',
        judge: 'gossip',
        exchange,
        came: text,
        due: text,
        curl: text,
      })
      court.unjudged('failure-500', text)
      return Promise.reject(new Error(text))
    },
  }
}

/** As it is, in percent codes, in base64 at each place in its groups of three, in other case, and cut. */
function spell(token: string): readonly string[] {
  const hex = Buffer.from(token).toString('hex')
  const codes = ['', 'a', 'ab'].map((before) => Buffer.from(`${before}${token}`).toString('base64'))
  return [
    token,
    hex.replaceAll(/../g, '%$&'),
    hex.toUpperCase().replaceAll(/../g, '%$&'),
    ...codes,
    token.toUpperCase(),
    token.slice(0, -1),
    token.slice(2),
  ]
}

/** What must not be found: of each spelling the part that gives the token away. */
function traces(token: string): readonly string[] {
  return spell(token).map((text) =>
    text.slice(Math.floor(text.length / 4), Math.ceil((text.length * 9) / 10)).toLowerCase(),
  )
}

test('no token, and no part of one that would give it away', async () => {
  await using own = await startOwnService()
  await using directory = await temporaryDirectory()
  const { callers, refusedTokens } = own.known
  const tokens = [...callers.map(({ token }) => token), ...refusedTokens]
  const verdict = await check(
    { ...own.known, only: 'all', seed: 1, budget: 'quick' },
    {
      judges: [...(await makeJudges(directory.path)), gossip(tokens)],
      signal: new AbortController().signal,
    },
  )
  await writeReports(directory.path, verdict, readContract())
  const names = await readdir(directory.path)
  for (const name of Object.keys(reports)) assert.ok(names.includes(name), name)
  const written = await Promise.all(
    names.map(async (name) => [name, await readFile(join(directory.path, name), 'utf8')] as const),
  )
  const texts = [
    ...written,
    ['terminal', describeVerdict(verdict, new PassThrough())],
    ['annotations', annotations(verdict)],
  ] as const
  for (const [name, text] of texts) {
    const lower = text.toLowerCase()
    for (const token of tokens) {
      const found = traces(token).find((trace) => lower.includes(trace))
      assert.equal(found, undefined, `${name} has ${found ?? ''} of ${token}`)
    }
  }
})
