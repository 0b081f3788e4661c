/** Correct servers that do what services and those before them often do, and the contract and HTTP let them do. */
import { randomBytes } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { errors, errorTexts, errorWith, lists } from '../faults/bodies.ts'
import { tagged, tagWith } from '../faults/conditions.ts'
import { adding, answering, closing, replying, replyingTo, sending, writing } from '../faults/replies.ts'
import { both, type Change, on, variantsOf } from '../mutant.ts'
import { answer } from '../server/answer.ts'
import { type Ask, fieldOf, Refusal, type Reply, withField } from '../server/ask.ts'
import { checkForm } from '../server/check-form.ts'
import { reference } from '../server/reference.ts'
import { fixedWorld, type SeenPlant, type World, worldWith } from '../server/world.ts'
import { endWith, toOctets } from '../server/write-reply.ts'
import { all, is200, is401, is405, method, not, onConnection, refusal, request, status } from '../triggers.ts'
import { crowded } from '../triggers-between.ts'

const unstored = (code: number, error: number, message: string): Change =>
  both(
    answering(code, JSON.stringify({ error, message }), 'application/json'),
    sending('ETag', undefined),
    sending('Vary', undefined),
    sending('Cache-Control', 'no-store'),
  )

const fresh = (): string => randomBytes(9).toString('base64url')

const wholly = all(is200, method('GET'))
const unmeasured = ({ fields }: Reply): Reply['fields'] => fields.filter(([name]) => name !== 'Content-Length')

/** Each answer in chunks as this writes them, and then the end of the connection. */
const inChunks = (write: (body: Buffer) => string): Change =>
  on(
    all(
      wholly,
      request((ask) => ask.request.httpVersion === '1.1'),
    ),
    writing((reply, ask) => {
      const head = toOctets({ ...reply, fields: [...unmeasured(reply), ['Transfer-Encoding', 'chunked'], ['Connection', 'close']], body: '' })
      endWith(Buffer.concat([head, Buffer.from(write(Buffer.from(reply.body)), 'latin1')]), ask)
    }),
  )

const chunk = (octets: Buffer, how = (digits: string): string => digits): string =>
  `${how(octets.length.toString(16))}\r\n${octets.toString('latin1')}\r\n`

/** Without a body, where there is to be none. */
const octetsOf = (change: (head: string) => string): Change =>
  writing((reply, ask) => {
    const isBare = ask.method === 'HEAD' || reply.status === 304
    const octets = toOctets({ ...reply, fields: [...reply.fields, ['Connection', 'close']], body: isBare ? '' : reply.body }).toString('latin1')
    const end = octets.indexOf('\r\n\r\n') + 4
    endWith(Buffer.from(change(octets.slice(0, end)) + octets.slice(end), 'latin1'), ask)
  })

const writes = variantsOf('all', {
  'chunks-with-extensions': ['Chunks have extensions.', inChunks((body) => `${chunk(body, (digits) => `${digits};note="plants"`)}0\r\n\r\n`)],
  'chunks-with-zeros': [
    'Lengths of chunks begin with zeros, in capitals.',
    inChunks((body) => `${chunk(body, (digits) => digits.toUpperCase().padStart(8, '0'))}000\r\n\r\n`),
  ],
  'chunks-with-trailer': ['A trailer stands behind the chunks.', inChunks((body) => `${chunk(body)}0\r\nServer-Timing: all;dur=1\r\n\r\n`)],
  'head-in-chunks': [
    'HEAD and 304 are told that chunks would come.',
    on(
      not(wholly),
      octetsOf((head) => head.replace(/Content-Length: \d+/, 'Transfer-Encoding: chunked')),
    ),
  ],
  'reason-empty': ['The first line gives no reason.', octetsOf((head) => head.replace(/^(HTTP\/1\.1 \d+ ).*/, '$1'))],
  'reason-of-its-own': ['The first line says something friendly.', octetsOf((head) => head.replace(/^(HTTP\/1\.1 \d+ ).*/, '$1As you wish'))],
  'colon-alone': ['No blank stands behind the colons of fields.', octetsOf((head) => head.replaceAll(/(?<=\n[\w-]+): /g, ':'))],
  'blanks-before-values': ['Tabs and blanks stand before the values of fields.', octetsOf((head) => head.replaceAll(/(?<=\n[\w-]+): /g, ': \t  '))],
  'length-with-zeros': ['Lengths begin with zeros.', octetsOf((head) => head.replace(/(?<=Content-Length: )(?=\d)/, '000'))],
  'old-version': [
    'It speaks HTTP/1.0, and closes each connection behind its answer.',
    both(
      () => ({ heldContent: () => 'done without' }),
      octetsOf((head) => head.replace('HTTP/1.1', 'HTTP/1.0')),
    ),
  ],
  'close-in-capitals-said': [
    'The end of connections is said in capitals, beside another option.',
    octetsOf((head) => head.replace('Connection: close', 'Connection: x-plants, CLOSE')),
  ],
  'octet-by-octet': ['Answers come octet by octet.', on(wholly, slowly)],
  'early-hints': [
    'A 103 comes before each list.',
    on(
      all(
        wholly,
        request((ask) => ask.request.httpVersion === '1.1'),
      ),
      hinting('103 Early Hints\r\nLink: </plants>; rel=self'),
    ),
  ],
  'still-at-work': [
    'Two 102 come before each list.',
    on(
      all(
        wholly,
        request((ask) => ask.request.httpVersion === '1.1'),
      ),
      hinting('102 Processing'),
    ),
  ],
  '304-with-length': ['A 304 names the length and the type of the list.', measured304],
})

function slowly({ write }: Parameters<Change>[0]): ReturnType<Change> {
  return {
    write: (reply, ask) => {
      const body = Buffer.from(reply.body)
      if (body.length > 5000) {
        write(reply, ask)
        return
      }
      ask.response.writeHead(reply.status, reply.fields.flat())
      const step = async (at: number): Promise<void> => {
        for (let next = at; next < body.length; next += 25) {
          ask.response.write(body.subarray(next, next + 25))
          await setTimeout(0)
        }
        ask.response.end()
      }
      void step(0)
    },
  }
}

function hinting(head: string): Change {
  return ({ write }) => ({
    write: (reply, ask) => {
      const hint = (): void => {
        ask.request.socket.write(`HTTP/1.1 ${head}\r\n\r\n`.repeat(head.startsWith('102') ? 2 : 1))
        write(reply, ask)
      }
      if (ask.response.socket === null) ask.response.once('socket', hint)
      else hint()
    },
  })
}

function measured304({ encodeList, finish }: Parameters<Change>[0]): ReturnType<Change> {
  const lengths = new WeakMap<Ask, number>()
  return {
    encodeList: (items, ask) => {
      const body = encodeList(items, ask)
      lengths.set(ask, Buffer.byteLength(body))
      return body
    },
    finish: async (given, ask) => {
      const reply = await finish(given, ask)
      if (reply.status !== 304 || ask === undefined) return reply
      return withField(withField(reply, 'Content-Length', String(lengths.get(ask))), 'Content-Type', 'application/json')
    },
  }
}

const between = variantsOf('all', {
  'served-by': [
    'Every answer names one of two machines.',
    replying((reply, ask) => withField(reply, 'X-Served-By', `node-${(ask?.number ?? 0) % 2}`)),
  ],
  'rate-told': [
    'Every answer tells how many requests are left.',
    replying((reply, ask) =>
      withField(withField(reply, 'RateLimit-Limit', '1000000'), 'RateLimit-Remaining', String(1_000_000 - (ask?.number ?? 0))),
    ),
  ],
  'balancer-cookie': [
    'A balancer sets a cookie with every answer.',
    replying((reply) => withField(reply, 'Set-Cookie', `lb=${fresh()}; Path=/; HttpOnly`)),
  ],
  'trace-told': [
    'Every answer names its trace.',
    replying((reply) =>
      withField(withField(reply, 'Traceresponse', `00-${randomBytes(16).toString('hex')}-${randomBytes(8).toString('hex')}-00`), 'CF-Ray', fresh()),
    ),
  ],
  'through-a-proxy': ['A proxy adds Via, Age and what it did.', adding(['Via', '1.1 edge'], ['Age', '0'], ['X-Cache', 'MISS'])],
  'alt-svc': [
    'Another way to the same service is told.',
    adding(['Alt-Svc', 'h3=":443"; ma=86400'], ['NEL', '{"report_to":"default","max_age":31536000}']),
  ],
  'sheds-load': [
    'While eighty connections are open, it cannot serve now, and says when.',
    on(all(is200, crowded(80)), both(unstored(503, 50_301, 'The service cannot answer now.'), sending('Retry-After', '1'))),
  ],
  'first-of-connection-slow': [
    'The first answer of each connection takes 60 milliseconds.',
    replying(async (reply, ask) => {
      if (ask?.onConnection === 1) await setTimeout(60)
      return reply
    }),
  ],
  'refused-tokens-later': [
    'Who is refused waits a tenth of a second for it.',
    on(
      is401,
      replying(async (reply) => {
        await setTimeout(100)
        return reply
      }),
    ),
  ],
  'rests-a-second': ['A connection that was at rest for a second is closed.', restingAtMost(1000)],
  'rests-half-closed': [
    'Who sends no more is not answered.',
    ({ write }) => ({
      write: (reply, ask) => {
        if (ask.request.socket.readableEnded) ask.request.socket.destroy()
        else write(reply, ask)
      },
    }),
  ],
  'close-fiftieth': ['A connection is closed behind its fiftieth answer, and that is said.', on(onConnection(50), closing)],
})

function restingAtMost(ms: number): Change {
  return ({ write }) => ({
    write: (reply, ask) => {
      const { socket } = ask.request
      socket.setTimeout(ms, () => socket.destroy())
      write(reply, ask)
    },
  })
}

/** What the answer to an expectation that is none would be without it. */
const unexpecting: Change = replying((reply, ask) => (reply.status === 417 && ask !== undefined ? answer(reference, ask) : reply))

const takes = variantsOf('all', {
  'if-match-412': [
    'If-Match with another tag gets 412.',
    on(
      all(
        is200,
        request((ask) => 'if-match' in ask.request.headers && ask.request.headers['if-match'] !== '*'),
      ),
      unstored(412, 41_201, 'The list is another one.'),
    ),
  ],
  'other-host-misdirected': [
    'A Host that is not its own gets 421.',
    on(
      all(
        status(200, 304),
        request((ask) => ask.request.headers.host !== undefined && !ask.request.headers.host.startsWith('127.')),
      ),
      unstored(421, 42_101, 'This is another host.'),
    ),
  ],
  'little-content': [
    'Content of more than a thousand octets gets 413.',
    on(
      all(
        status(200, 304),
        request((ask) => Number(ask.request.headers['content-length'] ?? 0) > 1000),
      ),
      both(unstored(413, 41_301, 'The request content is too large.'), closing),
    ),
  ],
  'expectations-ignored': ['An expectation that is none is ignored.', unexpecting],
  'longer-header': [
    'Longer headers are taken in.',
    () => ({
      checkForm: (ask) => {
        try {
          checkForm(ask)
        } catch (error) {
          if (!(error instanceof Refusal) || error.entry.status !== 431 || ask.request.rawHeaders.length > 200) throw error
        }
      },
    }),
  ],
  'broken-codes-400': [
    'A target with a broken percent code is no well-formed HTTP.',
    ({ checkForm: usual }) => ({
      checkForm: (ask) => {
        usual(ask)
        if (/%(?![\da-f]{2})/i.test(ask.request.url ?? '')) throw new Refusal('malformedRequest')
      },
    }),
  ],
})

const says = variantsOf('all', {
  'allow-on-two-lines': ['Allow stands on two lines.', on(is405, both(sending('Allow', 'GET'), adding(['Allow', 'HEAD'])))],
  'challenge-in-small': [
    'The challenge names the scheme in small letters.',
    on(
      is401,
      replyingTo((reply) => withField(reply, 'WWW-Authenticate', fieldOf(reply, 'WWW-Authenticate')?.replace('Bearer', 'bearer'))),
    ),
  ],
  'refusals-much-unstored': [
    'A refusal says in several ways that it is not to be stored.',
    on(refusal, sending('Cache-Control', 'private, no-store, max-age=0, must-revalidate')),
  ],
  'message-with-reference': ['Messages end with the id of the request.', referring],
  'message-long': [
    'Messages have ten thousand letters, lines and flowers.',
    errorWith(({ message }) => ({ message: `${message}\n\n🌵 ${'Please mind the flowers. '.repeat(400)}` })),
  ],
  'message-with-time': [
    'A message of a wrong limit says when it came.',
    errorWith(({ error, message }) => ({ message: error === 40_001 ? `${message} (${new Date().toISOString()})` : message })),
  ],
  'number-with-zero-fraction': [
    'Numbers of errors are written with a fraction of zero.',
    errorTexts((text) => text.replace(/(?<="error":)(\d+)/, '$1.0')),
  ],
  'error-members-escaped': [
    'Names of members of errors are escaped.',
    errors(({ error, message }) => `{"\\u0065rror":${error},"m\\u0065ssage":${JSON.stringify(message)}}`),
  ],
  'members-escaped': [
    'Names of members of plants are escaped.',
    lists((text) => text.replaceAll('{"name":', String.raw`{"n\u0061me":`).replaceAll(',"tag":', String.raw`,"t\u0061g":`)),
  ],
  'much-space': ['A thousand lines stand before the list, and behind it.', lists((text) => `${'\n'.repeat(1000)}${text}${'\r\n'.repeat(1000)}`)],
  'tag-of-nothing': ['The empty list has the empty tag.', ({ tag }) => ({ tag: (body, ask) => (String(body) === '[]' ? '""' : tag(body, ask)) })],
  'tags-long': ['Tags have a thousand characters.', tagWith(() => 'x'.repeat(1000))],
  'tags-with-backslash': ['Tags have backslashes and signs in them.', tagged((own) => own.replace(/^"/, String.raw`"\#%$&'*+;<=>?@^|~`))],
  'tags-by-caller': [
    'Equal lists of two callers have different tags.',
    tagWith(({ caller }) => `-${Buffer.from(caller?.name ?? '').toString('hex')}`),
    worldWith(fixedWorld.plants.map((plant) => ({ ...plant, seenBy: plant.seenBy.includes('ana') ? ['ana', 'ben'] : [] }))),
  ],
  'packed-with-own-tag': ['Who takes gzip gets it, with a tag of its own, which is known again.', ownTags],
})

/** Before the body is written, so that its length is right. */
function referring({ encodeError }: Parameters<Change>[0]): ReturnType<Change> {
  return { encodeError: (entry, ask) => encodeError({ ...entry, message: `${entry.message} Reference: ${fresh()}` }, ask) }
}

const packs = (ask: Ask): boolean => /\bgzip\b(?!;q=0)/.test(ask.request.headers['accept-encoding']?.toString() ?? '')

function ownTags({ tag, isCurrent, finish }: Parameters<Change>[0]): ReturnType<Change> {
  return {
    tag: (body, ask) => (packs(ask) ? tag(body, ask).replace(/"$/, '-gzip"') : tag(body, ask)),
    isCurrent: (own, ask) => isCurrent(own, ask) || isCurrent(own.replace(/-gzip"$/, '"'), ask),
    finish: async (given, ask) => {
      const reply = await finish(given, ask)
      if (ask === undefined || reply.status >= 400) return reply
      const varied = withField(reply, 'Vary', 'Authorization, Accept-Encoding')
      return packs(ask) && reply.status === 200 ? pack(varied) : varied
    },
  }
}

async function pack(reply: Reply): Promise<Reply> {
  const { gzipSync } = await import('node:zlib')
  const body = gzipSync(reply.body)
  return withField(withField({ ...reply, body }, 'Content-Length', String(body.length)), 'Content-Encoding', 'gzip')
}

const bothSee = (name: string): SeenPlant => ({ name, seenBy: ['ana', 'ben'] })
const people = (count: number): World => ({
  callers: Array.from({ length: count }, (_none, index) => ({ name: `person-${index}`, token: `t${index}.${'aZ9-_~'.repeat(3)}${index}` })),
  refused: [],
  plants: Array.from({ length: count }, (_none, index) => ({ name: `Plant ${index}`, seenBy: [`person-${index}`, `person-${(index + 1) % count}`] })),
})

const worlds = variantsOf('all', {
  twins: ['Two callers see the same plants.', () => ({}), worldWith([bothSee('Alder'), bothSee('Oak'), { name: 'Elm', seenBy: [] }])],
  'beginning-of-another': [
    "One caller's list is the beginning of another's.",
    () => ({}),
    worldWith([bothSee('Alder'), bothSee('Oak'), { name: 'Elm', seenBy: ['ana'] }, { name: 'Yew', tag: 'Taxus', seenBy: ['ana'] }]),
  ],
  'empty-texts': [
    'A plant has an empty name, another an empty tag.',
    () => ({}),
    worldWith([bothSee(''), { name: 'Oak', tag: '', seenBy: ['ana'] }, { name: '', tag: '', seenBy: ['ben'] }]),
  ],
  'sixty-callers': ['There are sixty callers.', () => ({}), people(60)],
  'many-retired': [
    'Forty tokens were good once.',
    () => ({}),
    {
      ...fixedWorld,
      refused: Array.from({ length: 40 }, (_none, index) => ({ token: `gone-${index}-KtRm1XgNy4LcHs7Pe`, formerly: 'ana', why: 'revoked' as const })),
    },
  ],
  'long-tokens': [
    'Tokens have three thousand characters.',
    () => ({}),
    { ...fixedWorld, callers: fixedWorld.callers.map(({ name }) => ({ name, token: `${name}${'.eyJhbGciOiJIUzI1NiJ9'.repeat(150)}` })) },
  ],
  'short-tokens': [
    'Tokens have two characters.',
    () => ({}),
    {
      ...fixedWorld,
      callers: [
        { name: 'ana', token: 'k7' },
        { name: 'ben', token: 'Q3' },
        { name: 'cleo', token: 'z~' },
      ],
      refused: [],
    },
  ],
  'long-names': [
    'Names have fifty thousand characters.',
    () => ({}),
    worldWith([
      { name: '木'.repeat(50_000), tag: 'x'.repeat(50_000), seenBy: ['ana', 'ben'] },
      { name: 'Oak', seenBy: ['ana'] },
    ]),
  ],
})

export const oddServers = [...writes, ...between, ...takes, ...says, ...worlds]
