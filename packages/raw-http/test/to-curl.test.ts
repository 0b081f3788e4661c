/** The shell lines of requests run as they are, and send what was sent. */
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import {
  curlFor,
  type Field,
  LocalFailure,
  nameSecrets,
  requestWriter,
  runLine,
  Secrets,
  type SentRequest,
  startRecorder,
  toCurl,
  toText,
  withQuery,
} from '@plant-store/raw-http'
import * as fc from 'fast-check'

const recorder = await startRecorder()
after(() => recorder[Symbol.asyncDispose]())

const tokens = ['plants-Ana$1"x', 'plants-Ben%2']
const subject = {
  url: recorder.url,
  callers: [
    ...tokens.map((token) => ({ token })),
    {
      fields: Object.entries({ 'X-Api-Key': 'key-"$of"-3', Cookie: 'a=$one; session=s$2' }),
      query: Object.entries({ 'api key': 'k+/=&7' }),
    },
  ],
  refused: [{ token: 'plants-gone-3' }],
  fields: Object.entries({ 'X-Gateway': 'gate 4' }),
}
const secrets = new Secrets(subject)
const host = new URL(recorder.url).host
const write = requestWriter(host, secrets)

/** What the line sends, without what curl says about itself. */
async function send(line: string): Promise<string> {
  recorder.take()
  await runLine(line, subject)
  const [bytes = ''] = recorder.take()
  return line.startsWith('curl') ? bytes.replace(/User-Agent: curl[^\r]*\r\n/, '') : bytes
}

/** curl sends its own fields first. */
const sorted = (bytes: string): readonly string[] => {
  const [head = '', ...body] = bytes.split('\r\n\r\n')
  const [first = '', ...fields] = head.split('\r\n')
  return [first, ...fields.toSorted(), ...body]
}

async function repeats(...requests: readonly SentRequest[]): Promise<void> {
  const line = toCurl(requests, { url: recorder.url, secrets })
  const due = secrets.reveal(requests.map((request) => toText(request)).join(''))
  assert.deepEqual(sorted(await send(line)), sorted(due), line)
  for (const { text } of nameSecrets(subject).secrets) assert.ok(!line.includes(text), line)
}

const [ana, ben, gone] = [...secrets.callers.slice(0, 2), ...secrets.refused]
const [halved] = secrets.credentials.slice(2).flatMap((one) => secrets.alike(one))
assert.ok(ana !== undefined && ben !== undefined && gone !== undefined && halved !== undefined)

const asCleo = write('GET', secrets.callerTarget(2, '/plants'), { fields: secrets.callerFields(2) })

describe('a line of curl', () => {
  const cases: Record<string, SentRequest> = {
    'a plain request': write('GET', '/plants?limit=3', { token: ana.mark }),
    'another caller': write('GET', '/plants', { token: ben.mark }),
    'a token that was once valid': write('GET', '/plants', { token: gone.mark }),
    'no token': write('GET', '/plants'),
    'other fields and parameters of a caller': asCleo,
    'half of each secret': write('GET', withQuery('/plants', halved.query), halved),
    'a part of a token': write('GET', '/plants', { token: ana.slice(0, 9) }),
    'a token in other case': write('GET', '/plants', { token: ana.otherCase }),
    'a token with something before and after it': write('GET', '/plants', { token: `a${ana.mark}b` }),
    'a token in base64': write('GET', '/plants', {
      fields: [['Authorization', `Basic ${ana.base64('x:')}`]],
    }),
    'a token in the query': write('GET', `/plants?access_token=${ben.mark}`),
    HEAD: write('HEAD', '/plants', { token: ana.mark }),
    'another method': write('PROPFIND', '/plants'),
    content: write('POST', '/plants', { body: `@"${ana.mark}'`, fields: [['Content-Type', 'text/plain']] }),
    'content without a type': write('GET', '/plants', { body: 'limit=1' }),
    'content that is held back': write('GET', '/plants', {
      body: 'limit=1',
      fields: [['Expect', '100-continue']],
    }),
    'an empty field': write('GET', '/plants', {
      fields: [
        ['Accept', ''],
        ['X-Empty', ''],
      ],
    }),
    'a field twice': write('GET', '/plants', {
      fields: [
        ['Authorization', 'a'],
        ['authorization', 'b'],
      ],
    }),
    'quotes, dollars and so on': write('GET', '/plants?a=$x`y"z\'\\!{}[]|<>^', {
      fields: [['X-A', '"$HOME" `id` \\ \'!\'']],
    }),
    'dots and two slashes in the path': write('GET', '//a/../plants/./%2e'),
    'a star': write('OPTIONS', '*'),
    'an absolute-form target': write('GET', 'http://example.org/plants'),
    'a long target': write('GET', `/plants?x=${'A'.repeat(7000)}&${'a=1&'.repeat(200)}`),
    'a long field': write('GET', '/plants', { fields: [['X-A', '%'.repeat(5000)]] }),
    'a thousand fields': write('GET', '/plants', {
      token: ana.mark,
      fields: [
        ...Array.from({ length: 1000 }, (_, index): Field => [`X-Unknown-${index}`, "100 % 'x'"]),
        ['X-Z', '1'],
      ],
    }),
    'the same field many times': write('GET', '/plants', {
      fields: Array.from({ length: 97 }, (): Field => ['X-Note', 'one']),
    }),
    'another host': write('GET', '/plants', { fields: [['Host', 'plants.example']] }),
  }
  for (const [what, request] of Object.entries(cases)) {
    it(`repeats ${what}`, () => repeats(request))
  }

  it('is short, however long the request', () => {
    const line = toCurl([write('GET', `/plants?limit=${'9'.repeat(5000)}`)], { url: recorder.url, secrets })
    assert.ok(line.length < 200, line)
    const fields = Array.from({ length: 1000 }, (_, index): Field => [`X-Unknown-${index}`, 'x'])
    const other = toCurl([write('GET', '/plants', { fields })], { url: recorder.url, secrets })
    assert.ok(other.length < 300, other)
  })

  it('is made from requests of other checkers as well, which contain the tokens themselves', async () => {
    const request = {
      method: 'GET',
      target: '/plants',
      fields: [
        ['Host', host],
        ['Accept', '*/*'],
        ['Authorization', `Bearer ${tokens[0]}`],
      ],
    } as const
    const line = curlFor(subject)(request)
    assert.match(line, /"Authorization: Bearer \$TOKEN"/)
    assert.match(await send(line), /\r\nAuthorization: Bearer plants-Ana\$1"x\r\n/)
  })
})

describe('a short token', () => {
  it('is taken from the environment where it is a whole word', () => {
    const short = { ...subject, callers: [{ token: 'one' }] }
    const fields = [['Authorization', 'Bearer one'] as const, ['X-Note', 'none'] as const]
    const line = curlFor(short)({ method: 'GET', target: '/plants', fields })
    assert.match(line, /-H "Authorization: Bearer \$TOKEN" -H 'X-Note: none'/)
  })
})

describe('thousands of tokens', () => {
  const many = Array.from({ length: 3000 }, (_, index) => `plants-gone-${index}`)
  const own = new Secrets({ ...subject, refused: many.map((token) => ({ token })) })
  const last = own.refused.at(-1)

  it('are each sent as they are, and shown by their names', () => {
    const text = own.refused.map((one) => `${one.mark} ${one.base64('', ':')}`).join()
    assert.equal(own.reveal(text), many.map((one) => `${one} ${btoa(`${one}:`)}`).join())
    assert.equal(own.show(`<${last?.mark}>`), '<$REFUSED_TOKEN_3000>')
    assert.equal(own.hide('<plants-gone-2999>'), `<${last?.mark}>`)
  })
  it('may be cut at every place', () => {
    const token = 'x'.repeat(4000)
    const long = new Secrets({ callers: [{ token }], refused: [] })
    const parts = Array.from({ length: 4000 }, (_, at) =>
      long.callers.map((one) => one.slice(0, at) + one.slice(at)).join(''),
    )
    assert.ok(parts.every((text) => long.reveal(text) === token))
    assert.equal(long.show(parts[0] ?? ''), '${TOKEN:0:4000}')
  })
  it('are not a fault of the service where there are too many for the stand-ins', () => {
    const refused = Array.from({ length: 70_000 }, (_, index) => ({ token: `plants-gone-${index}` }))
    assert.throws(() => new Secrets({ ...subject, refused }), LocalFailure)
  })
})

describe('a line of bytes', () => {
  const cases: Record<string, readonly SentRequest[]> = {
    'a name in brackets': [write('GET', '/plants', { fields: [['(a)', 'b']] })],
    'bytes above ASCII': [write('GET', '/plants', { fields: [['Authorization', 'Bearer \u00FF\u0080']] })],
    'control characters': [write('GET', '/plants', { fields: [['X-A', 'a\u0000\u0007\u007Fb']] })],
    'a method in lower case': [write('get', '/plants')],
    'HEAD with content': [write('HEAD', '/plants', { body: 'a' })],
    chunks: [
      write('POST', '/plants', { body: '1\r\na\r\n0\r\n\r\n', fields: [['Transfer-Encoding', 'chunked']] }),
    ],
    'several requests': [
      write('GET', '/plants', { token: ana.mark }),
      write('GET', '/plants', { token: ben.mark }),
    ],
    'what is not a request': [
      { method: 'x', target: 'y', fields: [], bytes: `%s \\n '"$x" ${ana.mark}\r\n\r\n` },
    ],
  }
  for (const [what, requests] of Object.entries(cases)) {
    it(`repeats ${what}`, () => repeats(...requests))
  }

  it('repeats any bytes', async () => {
    const byte = fc.nat(255).map((code) => String.fromCodePoint(code))
    const bytes = fc.string({ unit: byte, minLength: 1, maxLength: 200 })
    await fc.assert(
      fc.asyncProperty(bytes, (text) =>
        repeats({ method: 'x', target: 'y', fields: [], bytes: `x${text}\r\n\r\n` }),
      ),
      { numRuns: 12 },
    )
  })
})
