/** The runner of the table notices what is wrong, and says so in words that a reader of the table understands. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { errorCatalogue } from '@plant-store/contracts'
import { type Canned, serveCanned } from './canned-server.ts'
import { checkRow } from './check-row.ts'
import { readTable, type Row } from './table.ts'

const plants = [{ name: 'Ivy', tag: 'climber' }, { name: 'Moss' }]
const user = { token: 'secret', expiredToken: 'old', revokedToken: 'gone', plants }
const world = { database: '', users: { ana: user, ben: user }, strangerToken: 'strange' }
const words = new Map([
  ['host', 'plants.example'],
  ['ana', 'secret'],
  ['ben', 'secret'],
])

const always = {
  'Content-Type': 'application/json',
  Date: 'Sun, 06 Nov 1994 08:49:37 GMT',
  'X-Request-Id': 'a1',
}
const list: Canned = {
  status: '200 OK',
  headers: { ...always, 'Cache-Control': 'private, no-cache', Vary: 'Authorization', ETag: '"1"' },
  body: JSON.stringify(plants),
}
const refusal: Canned = {
  status: '401 Unauthorized',
  headers: { ...always, 'Cache-Control': 'no-store', 'WWW-Authenticate': 'Bearer realm="plant-store"' },
  body: JSON.stringify({ error: 40_101, message: errorCatalogue.missingToken.message }),
}
const nothingNew: Canned = { ...list, status: '304 Not Modified', body: '' }

const listed = 'says: Ana sees all, send: GET /plants, as: ana, due: 200, plants: all of ana'
const refused = 'says: nobody is refused, send: GET /plants, due: 401, error: 40101'
const unchanged = 'says: nothing is new, send: GET /plants, as: ana, due: 304'
const head = 'says: there is no body, send: HEAD /plants, as: ana, due: 200'

/** A table with one row in it, written as YAML in one line. */
function rowOf(members: string): Row {
  const text = `users: {}\nsections:\n  - section: A chapter\n    explains: ''\n    rows:\n      - { ${members} }\n`
  const [row] = readTable(text).sections.flatMap(({ rows }) => rows)
  assert.ok(row)
  return row
}

async function reportOn(members: string, answer: Canned, next: Canned = list): Promise<string | undefined> {
  await using server = await serveCanned(answer, next)
  return await checkRow(rowOf(members), { world, words, port: server.port, timeoutMs: 200 })
}

describe('a row', () => {
  it('passes when the answer is the one that is due', async () => {
    assert.equal(await reportOn(listed, list), undefined)
    assert.equal(await reportOn(refused, refusal), undefined)
    assert.equal(await reportOn(unchanged, nothingNew), undefined)
    assert.equal(
      await reportOn(head, { ...list, body: '', headers: { ...list.headers, 'Content-Length': '49' } }),
      undefined,
    )
  })

  it('that fails is reported with its sentence, what was sent, what came back, and what is wrong', async () => {
    const report = await reportOn(listed, { ...list, status: '206 Partial Content' })
    assert.match(
      report ?? '',
      /^requests\.yaml:6, A chapter: Ana sees all\nsent\n {2}GET \/plants HTTP\/1\.1/,
    )
    assert.match(report ?? '', /came back\n {2}HTTP\/1\.1 206 Partial Content\n[^]*"Ivy"/)
    assert.match(report ?? '', /wrong\n {2}the status is 206, due is 200$/)
    assert.doesNotMatch(report ?? '', /secret/, 'a token is shown by its name')
  })
})

/** The answer with another value of one header; without that header if no value is given. */
function withHeader(answer: Canned, name: string, value?: string): Canned {
  const { [name]: _, ...others } = answer.headers
  return { ...answer, headers: value === undefined ? others : { ...others, [name]: value } }
}

const body = (answer: Canned, text: string): Canned => ({ ...answer, body: text })
const otherRefusal = JSON.stringify({ error: 40_102, message: errorCatalogue.refusedToken.message })

type Fault = readonly [what: string, row: string, answer: Canned, told: RegExp]

const spoiltBodies: readonly Fault[] = [
  ['plants in another order', listed, body(list, JSON.stringify(plants.toReversed())), /plants are not/],
  ['a plant too many', listed, body(list, JSON.stringify([...plants, { name: 'Oak' }])), /3 plants came/],
  ['a plant too few', listed, body(list, JSON.stringify(plants.slice(1))), /1 plants came/],
  ['a member too many', listed, body(list, list.body.replace('}]', ',"tag":null}]')), /not all of ana/],
  ['a byte-order mark', listed, body(list, `\uFEFF${list.body}`), /no list came/],
  ['another number', refused, body(refusal, otherRefusal), /error is 40102, due is 40101/],
  ['another text', refused, body(refusal, '{"error":40101,"message":"No."}'), /the catalogue/],
  ['a page', refused, body(refusal, '<h1>Unauthorized</h1>'), /not JSON/],
  [
    'an error with a stack',
    refused,
    body(refusal, refusal.body.replace('{', '{"stack":"",')),
    /the catalogue/,
  ],
  ['the text of another status', refused, { ...refusal, status: '403 Forbidden' }, /that of status 401/],
]

const spoiltHeaders: readonly Fault[] = [
  ['another type', listed, withHeader(list, 'Content-Type', 'text/json'), /Content-Type is/],
  [
    'another character set',
    listed,
    withHeader(list, 'Content-Type', 'application/json;charset=x'),
    /Content-Type/,
  ],
  ['public caching', listed, withHeader(list, 'Cache-Control', 'public'), /Cache-Control is/],
  ['a refusal that may be kept', refused, withHeader(refusal, 'Cache-Control'), /Cache-Control is/],
  ['a list for everyone', listed, withHeader(list, 'Vary', 'Accept'), /Vary is/],
  ['no tag', listed, withHeader(list, 'ETag'), /ETag is/],
  ['a tag without quotes', listed, withHeader(list, 'ETag', '1'), /ETag is/],
  ['a banner', listed, withHeader(list, 'Server', 'x/1'), /Server tells/],
  ['no date', listed, withHeader(list, 'Date'), /Date is/],
  ['no name for the request', listed, withHeader(list, 'X-Request-Id'), /X-Request-Id is/],
  ['methods without cause', listed, withHeader(list, 'Allow', 'GET'), /Allow is/],
  [
    'a challenge without cause',
    listed,
    withHeader(list, 'WWW-Authenticate', 'Bearer'),
    /WWW-Authenticate is/,
  ],
  ['another challenge', refused, withHeader(refusal, 'WWW-Authenticate', 'Basic'), /not carry WWW-Auth/],
  ['no challenge', refused, withHeader(refusal, 'WWW-Authenticate'), /WWW-Authenticate is/],
  ['what is to be carried', `${listed}, carries: 'X-A: b'`, withHeader(list, 'X-A', 'c'), /not carry X-A: b/],
  ['what is to be lacked', `${listed}, lacks: 'X-B, X-A'`, withHeader(list, 'X-A', 'c'), /it carries X-A/],
]

const spoiltConnections: readonly Fault[] = [
  ['a length too short', listed, withHeader(list, 'Content-Length', '5'), /after the answer came/],
  ['a length too long', listed, { ...withHeader(list, 'Content-Length', '500'), closes: true }, /end after/],
  [
    'two lengths',
    listed,
    body(withHeader(list, 'Transfer-Encoding', 'chunked'), '0\r\n\r\n'),
    /more than once/,
  ],
  ['a second answer', listed, { ...list, surplus: 'HTTP/1.1 200 OK\r\n\r\n' }, /to the next request/],
  ['a close that was not announced', listed, { ...list, closes: true }, /no answer came to the next request/],
  ['a close that does not happen', listed, withHeader(list, 'Connection', 'close'), /but it is open/],
  [
    'a close that is not due',
    `${listed}, connection: stays open`,
    { ...withHeader(list, 'Connection', 'close'), closes: true },
    /connection closes/,
  ],
  ['a close that is due', `${listed}, connection: closes`, list, /connection stays open/],
  ['another version', listed, { ...list, version: '1.0' }, /the answer is in HTTP\/1\.0/],
  [
    'an interim answer',
    listed,
    { ...list, before: 'HTTP/1.1 103 Early Hints\r\n\r\n' },
    /interim answer 103/,
  ],
  ['no answer', listed, { ...list, status: '100 Continue' }, /no further answer came/],
  ['a body that answers HEAD', head, list, /after the answer came/],
  ['a body of 304', unchanged, body(nothingNew, '[]'), /after the answer came/],
]

const faults = [...spoiltBodies, ...spoiltHeaders, ...spoiltConnections]

describe('the runner notices', () => {
  for (const [what, row, answer, told] of faults) {
    it(what, async () => {
      assert.match((await reportOn(row, answer)) ?? 'nothing was noticed', told)
    })
  }
})

describe('the runner notices, of several requests on one connection,', () => {
  it('that one is not answered', async () => {
    const both = 'raw: "GET / HTTP/1.1\\n\\nGET / HTTP/1.1\\n{empty line}"'
    const due = '{ due: 200, plants: all of ana }'
    const report = await reportOn(`says: both are answered, ${both}, answers: [${due}, ${due}]`, list)
    assert.match(report ?? '', /no further answer came; the connection is open/)
  })

  it('that the next one is answered wrongly', async () => {
    assert.match(
      (await reportOn(listed, list, refusal)) ?? '',
      /to the next request: the status is 401, due is 200/,
    )
  })
})

describe('a mistake in the table is reported with its line', () => {
  const mistakes: readonly [what: string, row: string, told: RegExp][] = [
    ['an unknown member', `${listed}, dew: 200`, /rows\/0\/dew/],
    ['plants of nobody', 'says: x, send: GET /, due: 200, plants: some', /rows\/0\/plants/],
    ['no status', 'says: x, send: GET /', /:6: what status is due/],
    ['two ways of sending', 'says: x, send: GET /, raw: y, due: 200', /:6: a row has either/],
    ['nothing to send', 'says: x, due: 200', /:6: a row has either/],
  ]
  for (const [what, row, told] of mistakes) {
    it(what, () => {
      assert.throws(() => rowOf(row), told)
    })
  }

  it('an unknown word', async () => {
    await assert.rejects(
      reportOn('says: x, send: GET /, as: anna, due: 200', list),
      /nothing is known as \{anna\}/,
    )
  })

  it('a row that leaves the body open', async () => {
    assert.match((await reportOn('says: x, send: GET /, due: 200', list)) ?? '', /does not say which plants/)
  })
})
