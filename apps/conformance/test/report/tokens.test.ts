/** Nothing that leaves the harness contains a token, whatever a service and a faulty checker give away together; in which spellings, `packages/raw-http` tests. */
import assert from 'node:assert/strict'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { type Credentials, nameSecrets } from '@plant-store/raw-http'
import { temporaryDirectory } from '@plant-store/testkit'
import { describeVerdict } from '../../src/report/describe-verdict.ts'
import { annotations } from '../../src/report/annotations.ts'
import { reports, writeReports } from '../../src/report/write-reports.ts'
import { rules } from '../../plant-store/rules.ts'
import { checkWith, exchange, finding, checker } from '../run/bench.ts'

/** Gives away the text wherever there is room for one. */
const careless = (text: string) =>
  checker('careless', (collector) => {
    const request = {
      method: 'GET',
      target: `/plants?${text}`,
      fields: [['Authorization', text]],
      body: text,
      bytes: text,
    } as const
    const response = { status: 500, fields: [['X-Echo', text]], reason: text, faults: [text] } as const
    const seen = collector.record(exchange({ ...response, body: Buffer.from(text) }, { request }))
    collector.kept('payload-is-json', seen)
    collector.broken(finding('causes-stay-inside', { exchange: seen, came: text, due: text, curl: text }))
    collector.inconclusive('failure-500', text)
    throw new Error(text)
  })

test('no report has a token, or a part of one that would give it away', async () => {
  await using directory = await temporaryDirectory()
  const subject: Credentials = {
    callers: [
      { token: 'pst_Zq7-first.caller~4kP' },
      {
        token: 'eyJhbGciOiJIUzI1NiJ9.e30.wLhX3q',
        fields: [
          ['X-Api-Key', 'first+key/of=us-Zp81'],
          ['Cookie', 'theme=darkest-Night; sid=9f86d081884c7d65'],
        ],
        query: [['api_key', 'kW3+vX9/bQ5=nM2']],
      },
      { fields: [['Authorization', `Basic ${btoa('ana:correct-horse-7Tq')}`]] },
    ],
    refused: [
      { token: '7d1b6c3e-4f0a-4b8e-9c52-e1d7a06f3b94' },
      { fields: [['X-Api-Key', 'gone.key~52Lm']] },
    ],
    fields: [['X-Gateway', 'gate-4Vb8Nc-only']],
  }
  const tokens = nameSecrets(subject).secrets.flatMap(({ spellings }) => spellings)
  assert.equal(new Set(tokens).size, 11)
  const checkers = [careless(tokens.join(' '))]
  const verdict = await checkWith(checkers, { rules, subject })
  await writeReports(directory.path, verdict)
  const names = await readdir(directory.path)
  assert.deepEqual(names.toSorted(), Object.keys(reports).toSorted())
  const written = await Promise.all(names.map((name) => readFile(join(directory.path, name), 'utf8')))
  for (const text of [...written, describeVerdict(verdict, process.stdout), annotations(verdict, '/')]) {
    const lower = text.toLowerCase()
    for (const token of tokens) {
      const trace = token.slice(Math.floor(token.length / 4), Math.ceil((token.length * 9) / 10))
      assert.ok(!lower.includes(trace.toLowerCase()), `${trace} is in ${text.slice(0, 30)}`)
    }
  }
})
