/** The catalogue is sound, and its correct servers differ from the reference. Faulty ones do, since they are caught. */
import assert from 'node:assert/strict'
import { readdir, readFile } from 'node:fs/promises'
import { describe, it } from 'node:test'
import { isDeepStrictEqual } from 'node:util'
import { fieldValue } from '@plant-store/raw-http'
import { type Answer, connectRaw } from '@plant-store/testkit'
import { mutantById, mutants } from '../catalogue.ts'
import type { Mutant } from '../mutant.ts'
import { startMutant } from '../server/start.ts'
import { fixedWorld } from '../server/world.ts'

const token = fixedWorld.callers[0]?.token ?? ''
/** The tag of the token's list. */
const tag = await tagOfReference()

describe('the catalogue', () => {
  it('has a name and a sentence for each server', (t) => {
    const ids = mutants.map(({ id }) => id)
    const sentences = mutants.map((mutant) => `${mutant.class}: ${mutant.fault}`)
    t.diagnostic(`${mutants.filter(({ breaks }) => breaks).length} of ${mutants.length} break the contract`)
    assert.deepEqual(ids, [...new Set(ids)])
    assert.deepEqual(sentences, [...new Set(sentences)])
    assert.ok(mutants.every(({ fault }) => /^\S+ .*\.$/.test(fault)))
  })

  it('has eleven classes, each with a dozen servers or more', () => {
    const counts = [...Map.groupBy(mutants, (mutant) => mutant.class).values()].map(({ length }) => length)
    assert.equal(counts.length, 11)
    assert.ok(Math.min(...counts) >= 12, counts.join())
  })

  it('has every server of its files, which export no other tables', async () => {
    const directory = new URL('../catalogue/', import.meta.url)
    const ids = new Set(mutants.map(({ id }) => id))
    for (const file of await readdir(directory)) {
      const exported: Readonly<Record<string, object>> = await import(new URL(file, directory).href)
      for (const [name, table] of Object.entries(exported)) {
        if (typeof table === 'function') continue
        assert.match(name, /^(?:completed|given)$/, file)
        for (const title of Object.keys(table))
          assert.ok(ids.has(title.split(':')[0] ?? ''), `${file}: ${title}`)
      }
    }
  })

  it('finds a mutant by its name, and says when there is none of that name', () => {
    assert.equal(mutantById('everything').class, 'access')
    assert.throws(() => mutantById('nothing of this name'), RangeError)
    assert.throws(() => mutantById('charset+nothing of this name'), /"nothing of this name"/)
  })

  it('makes one server of several, with the change of each', async () => {
    const [answers = []] = await observe(mutantById('charset+indented+vary-more'))
    const { body, fields: sent = [] } = answers[0] ?? {}
    const fields = Object.fromEntries(sent.map(([name, value]) => [name.toLowerCase(), value]))
    assert.match(String(body), /^\[\n/)
    assert.match(fields['content-type'] ?? '', /charset/)
    assert.notEqual(fields['vary'], 'Authorization')
  })

  it('is imported by nothing that users run', async () => {
    const sources = new URL('../../src/', import.meta.url)
    for (const name of await readdir(sources, { recursive: true })) {
      if (!name.endsWith('.ts')) continue
      assert.doesNotMatch(await readFile(new URL(name, sources), 'utf8'), /from '[^']*\/mutants\//, name)
    }
  })
})

/** Those that differ only in time, in HTTP/1.0, in blanks that every reader strips, in the course of a connection, or under load. */
const alike = new Set([
  'octet-by-octet',
  'sheds-load',
  'first-of-connection-slow',
  'refused-tokens-later',
  'rests-a-second',
  'cold-start',
  'given-no-old-http',
  'old-post-400',
  'rests-half-closed',
  'slow-answers',
  'slow-seldom',
  'close-third',
  'given-one-at-a-time',
  '408-at-rest',
  'warming',
  'in-line',
  'drained-when-old',
  'scaled-to-zero',
  'collector',
  'closes-late',
  'old-not-kept',
  'members-of-canary',
  'sampled-refusals',
  'impatient',
  'tarpit',
  'rests-a-moment',
  'ends-behind-refusal',
  'workers-replaced',
])

/** Each of the others answers at least one of these requests differently from the reference. */
const requests: readonly (readonly string[])[] = [
  ['GET /plants'],
  ['HEAD /plants'],
  ['GET /plants?limit=x'],
  ['GET /plants', 'Authorization: none'],
  ['GET /plants', 'Authorization: Bearer nobody-knows-this-one'],
  ['GET /plants', `Authorization: bearer ${token}`],
  ['GET /plants', `Authorization: Bearer ${token}`, `Authorization: Bearer ${token}`],
  [`GET /plants?access_token=${token}`, 'Authorization: none'],
  ['GET /plants?limit=x', 'Authorization: none'],
  ['GET /nothing'],
  ['GET /plants/'],
  ['GET /PLANTS'],
  ['GET *'],
  ['OPTIONS *'],
  ['GET http://elsewhere.example/plants'],
  ['GET http://somebody@elsewhere.example/plants'],
  ['GET /plants?x={y}'],
  ['GET /plants?x[y]=1'],
  [`GET /plants?x=${'A'.repeat(8100)}`],
  ...['DELETE', 'POST', 'OPTIONS', 'PURGE'].map((method) => [`${method} /plants`]),
  ...['%2B5', '-1', '0', '3', '20', '9999999999', '3&limit=4', '', '3%', '100', '0x5', '%235', '1_0'].map(
    (limit) => [`GET /plants?limit=${limit}`],
  ),
  ['GET /plants?other=1'],
  ['GET /plants', 'If-None-Match: *'],
  ['GET /plants', 'Accept-Encoding: gzip, br'],
  ['GET /plants', 'Origin: https://example.org'],
  ['GET /plants', 'X-Request-Id: not of the form'],
  ['GET /plants?limit=x', 'Accept-Language: ja'],
  ['GET /plants', 'Expect: 100-continue', 'Content-Length: 1'],
  ['GET /plants', 'Expect: flowers'],
  ['GET /plants', 'If-Match: "x"'],
  ['GET /plants', `X-Long: ${'x'.repeat(17_000)}`],
  ['GET /plants', 'Content-Length: 2000'],
  ['GET /plants', 'If-None-Match: plants'],
  ['GET /plants', 'Accept: plants'],
  ['GET /plants', `Accept: ${'text/plain, '.repeat(60)}*/*`],
  ['GET /plants', 'If-None-Match: "a"', 'If-None-Match: "b"'],
  ['GET /plants', 'Content-Type: multipart/form-data'],
  ['GET /plants', 'Accept: text/html, application/hal+json'],
  ['GET /plants', 'Connection: Upgrade, HTTP2-Settings', 'Upgrade: h2c', 'HTTP2-Settings: AAMAAABkAAQAAP__'],
  ['GET /plants', 'Cookie: a=1', 'Cookie: b=2'],
  ['GET /plants', 'Referer: no address'],
  ['GET /plants', 'User-Agent: (no end'],
  ['GET /plants', `If-None-Match: ${tag.slice(1, -1)}`],
]

describe(
  'each correct server answers some request differently from the reference',
  { concurrency: 8 },
  async () => {
    const due = await observe({ world: fixedWorld, change: () => ({}) })
    for (const mutant of mutants) {
      if (mutant.breaks || mutant.world !== fixedWorld || alike.has(mutant.id)) continue
      it(`${mutant.id}: ${mutant.fault}`, async () => {
        assert.ok(!isDeepStrictEqual(await observe(mutant), due), 'answers as the reference does')
      })
    }
  },
)

/** What an observer can see in the answers. */
async function observe(mutant: Pick<Mutant, 'world' | 'change'>): Promise<readonly Answer[][]> {
  await using running = await startMutant(mutant)
  const port = Number(new URL(running.url).port)
  return await Promise.all(requests.map((lines) => ask(port, lines)))
}

async function ask(port: number, [line = '', ...fields]: readonly string[]): Promise<Answer[]> {
  using connection = await connectRaw({ port })
  const own = fields.some((field) => field.startsWith('Authorization'))
    ? []
    : [`Authorization: Bearer ${token}`]
  const [length] = fields.flatMap((field) => /^Content-Length: (\d+)$/.exec(field)?.slice(1) ?? [])
  const content = 'x'.repeat(Number(length ?? 0))
  const given = fields.filter((field) => field !== 'Authorization: none')
  await connection.send(
    [`${line} HTTP/1.1`, 'Host: plants.example', ...own, ...given, '', content].join('\r\n'),
    [line.split(' ')[0] ?? ''],
  )
  const answers = await connection.receive(1)
  return answers.map((answer) => withoutChance(answer))
}

/** The answer without what differs between two equal servers. */
function withoutChance(answer: Answer): Answer {
  const fields = answer.fields
    .filter(([name]) => !/^date$/i.test(name))
    .map(([name, value]): [string, string] => [name, /^[\da-f-]{36}$/.test(value) ? 'uuid' : value])
  return { ...answer, fields }
}

async function tagOfReference(): Promise<string> {
  await using running = await startMutant({ world: fixedWorld, change: () => ({}) })
  const [answer] = await ask(Number(new URL(running.url).port), ['GET /plants'])
  return (answer && fieldValue(answer, 'ETag')) ?? assert.fail('the reference sends no tag')
}
