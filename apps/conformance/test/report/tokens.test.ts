/** Nothing that leaves the harness contains a token, whatever a service and a faulty checker give away together. */
import assert from 'node:assert/strict'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { gunzipSync, gzipSync } from 'node:zlib'
import { type Credentials, nameSecrets } from '@plant-store/raw-http'
import { temporaryDirectory } from '@plant-store/testkit'
import { describeVerdict } from '../../src/report/describe-verdict.ts'
import { annotations } from '../../src/report/annotations.ts'
import { reports, writeReports } from '../../src/report/write-reports.ts'
import { rules } from '../../src/rules/rules.ts'
import { checkWith, exchange, finding, checker } from '../run/bench.ts'

/** The token as it is, in percent codes, JSON escapes, base64 at each of three offsets, in upper case, and cut. */
function spell(token: string): readonly string[] {
  const hex = Buffer.from(token).toString('hex')
  return [
    token,
    hex.replaceAll(/../g, '%$&'),
    hex.toUpperCase().replaceAll(/../g, '%$&'),
    hex.replaceAll(/../g, String.raw`\u00$&`),
    ...['', 'a', 'ab'].map((before) => Buffer.from(`${before}${token}`).toString('base64')),
    token.toUpperCase(),
    token.slice(0, -1),
    token.slice(2),
  ]
}

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
    for (const packed of [text, 'no token'])
      collector.broken(
        finding('payload-is-json', {
          exchange: collector.record(exchange({ ...response, body: gzipSync(packed) }, { request })),
        }),
      )
    collector.kept('payload-is-json', seen)
    collector.broken(finding('causes-stay-inside', { exchange: seen, came: text, due: text, curl: text }))
    collector.inconclusive('failure-500', text)
    throw new Error(text)
  })

/** Everything that is compressed and in base64, as text. */
const unpack = (text: string): readonly string[] =>
  [...text.matchAll(/"(H4sI[\w+/]+=*)"/g)].map(([, code = '']) =>
    gunzipSync(Buffer.from(code, 'base64')).toString(),
  )

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
  const checkers = [careless(tokens.flatMap((token) => spell(token)).join(' '))]
  const verdict = await checkWith(checkers, { rules, subject })
  await writeReports(directory.path, verdict)
  const names = await readdir(directory.path)
  assert.deepEqual(names.toSorted(), Object.keys(reports).toSorted())
  const written = await Promise.all(names.map((name) => readFile(join(directory.path, name), 'utf8')))
  const packed = written.flatMap((text) => unpack(text))
  assert.ok(packed.includes('no token'))
  for (const text of [
    ...written,
    ...packed,
    describeVerdict(verdict, process.stdout),
    annotations(verdict, '/'),
  ]) {
    // A text inside a text has several backslashes for one.
    const lower = text.toLowerCase().replaceAll(/\\+/g, '\\')
    for (const spelling of tokens.flatMap((token) => spell(token))) {
      const trace = spelling.slice(Math.floor(spelling.length / 4), Math.ceil((spelling.length * 9) / 10))
      assert.ok(!lower.includes(trace.toLowerCase()), `${trace} is in ${text.slice(0, 30)}`)
    }
  }
})
