/** Class 3, continued: right requests with fields of HTTP, and of those who stand between, that a service takes for more than they are. */
import { gunzipSync, gzipSync } from 'node:zlib'
import { plants } from '../faults/bodies.ts'
import { current } from '../faults/conditions.ts'
import { elsewhere } from '../faults/credentials.ts'
import { cutting } from '../faults/lists.ts'
import {
  adding,
  answering,
  bodies,
  bodyless,
  failing,
  redirecting,
  refusing,
  replying,
  replyingTo,
  saying,
  sending,
  silent,
} from '../faults/replies.ts'
import { both, type Change, faultsOf, on } from '../mutant.ts'
import { type Ask, fieldOf, Refusal, withField } from '../server/ask.ts'
import { all, field, is200, is401, method, not, refusal, request, status, withoutField } from '../triggers.ts'
import { octets } from '../triggers-between.ts'

/** Fails where a list is due, for who sends this. */
const fussy = (name: string, value: RegExp, code: number): readonly [Change, ReturnType<typeof field>] => [failing(code), field(name, value)]

const lines = (name: string): ReturnType<typeof request> =>
  request(({ request: { rawHeaders } }) => rawHeaders.filter((text, at) => at % 2 === 0 && text.toLowerCase() === name).length > 1)

const ways = faultsOf('status', {
  completed: {
    'accept-any-of-type': ['Who accepts application/* gets 406.', ...fussy('accept', /^application\/\*$/, 406)],
    'accept-in-capitals': ['Who accepts APPLICATION/JSON gets 406.', ...fussy('accept', /^APPLICATION\/JSON$/, 406)],
    'accept-on-two-lines': ['Who names what is accepted on two lines gets 406.', failing(406), lines('accept')],
    'accept-with-parameters': ['Who accepts application/json;q=0.9 alone gets 406.', ...fussy('accept', /^application\/json *; *q=0\.\d$/, 406)],
    'only-if-cached': ['Who asks for what a cache has gets 504.', ...fussy('cache-control', /only-if-cached/, 504)],
    'no-store-untagged': [
      'Who says that nothing is to be stored gets a list without ETag.',
      sending('ETag', undefined),
      field('cache-control', /no-store/),
    ],
    'unmodified-since-412': ['If-Unmodified-Since gets 412, though no list has a date.', ...fussy('if-unmodified-since', /./, 412)],
    'async-preferred-202': ['Who would rather wait elsewhere gets 202.', answering(202, ''), all(is200, field('prefer', /respond-async/))],
    'forwards-at-zero': ['A list that may be forwarded zero times gets 508.', ...fussy('max-forwards', /^0$/, 508)],
    'expectation-in-capitals': [
      'Expect: 100-Continue with capitals gets 417.',
      ({ checkForm }) => ({
        checkForm: (ask) => {
          checkForm(ask)
          if (/[A-Z]/.test(ask.request.headers.expect ?? '')) throw new Refusal('expectationFailed')
        },
      }),
    ],
    'expectation-without-content': [
      'Who expects 100 and sends no content waits for ever.',
      silent,
      request(({ request: { headers } }) => 'expect' in headers && !('content-length' in headers) && !('transfer-encoding' in headers)),
    ],
    'host-without-port': ['A Host without its port gets 400.', refusing(400), all(is200, field('host', /^[^:]*$/))],
    'old-without-host': [
      'HTTP/1.0 without Host gets 400.',
      refusing(400),
      all(
        is200,
        request((ask) => ask.request.httpVersion === '1.0' && ask.request.headers.host === undefined),
      ),
    ],
    'empty-json-400': [
      'Who says that content is JSON, and sends none, gets 400.',
      failing(400),
      all(field('content-type', /^application\/json/), withoutField('content-length'), withoutField('transfer-encoding')),
    ],
    'charset-of-content-415': ['Content in another character set than UTF-8 gets 415.', ...fussy('content-type', /charset=(?!utf-8)/i, 415)],
    'multipart-400': ['Content in several parts gets 400.', ...fussy('content-type', /^multipart\//, 400)],
    'digest-of-content-400': [
      'Content that is not what its digest says gets 400.',
      failing(400),
      request(({ request: { headers } }) => 'content-digest' in headers || 'digest' in headers || 'content-md5' in headers),
    ],
    'hops-400': [
      'A request through more than five proxies gets 400.',
      failing(400),
      request(({ request: { headers } }) => (headers['x-forwarded-for']?.toString() ?? headers.via ?? '').split(',').length > 5),
    ],
    'plain-to-secure': [
      'A request that a proxy got in plain HTTP is sent to HTTPS.',
      redirecting(308, 'https://plants.example/plants'),
      all(is200, field('x-forwarded-proto', /^http$/)),
    ],
    'insecure-upgrade': [
      'A browser that would rather have HTTPS is sent there.',
      redirecting(307, 'https://plants.example/plants'),
      all(is200, field('upgrade-insecure-requests', /^1$/)),
    ],
    'other-site-403': ['A page of another site, as browsers tell, gets 403.', ...fussy('sec-fetch-site', /^cross-site$/, 403)],
    'preview-503': [
      'A browser that fetches ahead gets 503.',
      failing(503),
      request(({ request: { headers } }) => /prefetch/.test(`${headers['purpose']?.toString()} ${headers['sec-purpose']?.toString()}`)),
    ],
    'agents-listed-403': [
      'Programs on a list get 403.',
      ...fussy('user-agent', /^(?:Go-http-client|Java\/|okhttp|Wget|Scrapy|libwww-perl|axios|node$)/, 403),
    ],
    'agent-empty-403': ['Programs with an empty name get 403.', ...fussy('user-agent', /^$/, 403)],
    'old-browsers-as-text': [
      'Old browsers get the list as a page.',
      sending('Content-Type', 'text/html'),
      all(is200, field('user-agent', /MSIE|Trident/)),
    ],
    'wall-by-referer': ['Who comes from an address with a quote and OR in it gets 403.', ...fussy('referer', /(?:'|%27)(?: |%20|\+)*or/i, 403)],
    'wall-by-cookie': ['A cookie with <script in it gets 403.', ...fussy('cookie', /(?:<|%3C)script/i, 403)],
    'many-cookies-400': [
      'More than fifty cookies get 400.',
      failing(400),
      request(({ request: { headers } }) => (headers.cookie ?? '').split(';').length > 50),
    ],
    'saving-data': ['Who saves data gets five plants.', cutting((found, n) => found.slice(0, Math.min(5, n ?? 5))), field('save-data', /^on$/)],
    'language-ja': [
      'Who reads Japanese gets other names.',
      plants(({ name, tag }) => ({ name: `${name}（和名）`, tag })),
      field('accept-language', /^ja\b/),
    ],
    'forwarded-and-preflight': [
      'A preflight is answered, and neither it nor a 405 names OPTIONS.',
      both(bodyless(204), sending('Allow', undefined), adding(['Access-Control-Allow-Methods', 'GET'], ['Access-Control-Allow-Origin', '*'])),
      all(method('OPTIONS'), field('access-control-request-method'), status(405)),
    ],
    'correlation-as-id': [
      'Beside X-Correlation-Id an X-Request-Id is not kept.',
      replyingTo((reply, { request: { headers } }) => withField(reply, 'X-Request-Id', headers['x-correlation-id']?.toString())),
      request(({ request: { headers } }) => /^[\w.:-]{1,64}$/.test(headers['x-correlation-id']?.toString() ?? '') && 'x-request-id' in headers),
    ],
    'two-ids-joined': [
      'Of two X-Request-Id lines both come back in one.',
      replyingTo((reply, { request: { headers } }) => withField(reply, 'X-Request-Id', headers['x-request-id']?.toString())),
      lines('x-request-id'),
    ],
    'id-in-small-letters': [
      "The request's own X-Request-Id comes back in small letters.",
      replyingTo((reply) => withField(reply, 'X-Request-Id', fieldOf(reply, 'X-Request-Id')?.toLowerCase())),
    ],
  },
})

const spelled = faultsOf('authentication', {
  given: {
    'fallback-of-connection': [
      'A malformed credential on a connection passes as the one before it there.',
      ({ readToken, findCaller }) => ({
        readToken: (ask) => {
          const given = ask.request.headers.authorization ?? ''
          const before = ask.earlier.findLast((one) => one.status === 200)?.headers.authorization
          return given !== '' && !/^bearer +\S+$/i.test(given) && before !== undefined ? before.replace(/^bearer +/i, '') : readToken(ask)
        },
        findCaller,
      }),
    ],
  },
  completed: {
    'credential-behind-fifty': [
      'An Authorization line behind fifty others is not seen.',
      unseen(({ rawHeaders }) => rawHeaders.findIndex((text) => /^authorization$/i.test(text)) >= 100),
    ],
    'credential-before-host': [
      'An Authorization line before Host is not seen.',
      unseen(({ rawHeaders }) => before(rawHeaders, 'authorization', 'host')),
    ],
    'credential-last': [
      'An Authorization line that is the last of several is not seen.',
      unseen(({ rawHeaders }) => rawHeaders.length > 4 && /^authorization$/i.test(rawHeaders.at(-2) ?? '')),
    ],
    'credential-without-blank': ['Authorization:Bearer without a blank behind the colon is not seen.', hidden(/\r\nauthorization:\S/i)],
    'credential-behind-tab': ['A tab behind the colon of Authorization hides it.', hidden(/\r\nauthorization:\t/i)],
    'credential-before-blanks': ['A token with blanks at the end of its line is refused.', hidden(/\r\nauthorization:[^\r]*[ \t]\r\n/i)],
    'credential-in-trailer': [
      'A token in a trailer behind chunks passes.',
      elsewhere(({ request: { trailers } }) => /^bearer +(\S+)$/i.exec(trailers['authorization'] ?? '')?.[1]),
    ],
    'credential-of-many-letters': [
      'A credential of more than a thousand octets, blanks included, is refused.',
      hidden(/\r\nauthorization:[^\r]{1000}/i),
    ],
    'coded-name-of-token': [
      'access_token is not seen where another letter of it than the first is a percent code.',
      ({ checkPlace }) => ({ checkPlace: (ask) => (/[?&]a\w*%(?!5f)\w\w\w*=/i.test(ask.request.url ?? '') ? undefined : checkPlace(ask)) }),
    ],
    'token-far-behind': [
      'access_token is not seen behind fifty other parameters.',
      ({ checkPlace }) => ({ checkPlace: (ask) => ([...ask.query.keys()].indexOf('access_token') >= 50 ? undefined : checkPlace(ask)) }),
    ],
  },
})

function before(rawHeaders: readonly string[], one: string, other: string): boolean {
  const names = rawHeaders.filter((_text, at) => at % 2 === 0).map((name) => name.toLowerCase())
  return names.includes(one) && names.indexOf(one) < names.indexOf(other)
}

/** There is no credential where this is true of the request. */
function unseen(isUnseen: (request: Ask['request']) => boolean): Change {
  return ({ readToken }) => ({
    readToken: (ask) => {
      if (isUnseen(ask.request)) throw new Refusal('missingToken')
      return readToken(ask)
    },
  })
}

/** There is no good credential where what came is like this. */
function hidden(form: RegExp): Change {
  return ({ readToken }) => ({
    readToken: (ask) => {
      if (form.test(ask.came())) throw new Refusal('refusedToken')
      return readToken(ask)
    },
  })
}

const chunks = faultsOf('status', {
  completed: {
    'chunk-extension-400': ['Content whose chunks have extensions gets 400.', failing(400), octets(/\r\n[\da-f]+;\w+/i)],
    'chunk-in-capitals-400': ['Content whose length of a chunk has capital digits gets 400.', failing(400), octets(/\r\n0*[\d]*[A-F][\dA-F]*\r\n/)],
    'chunk-with-zeros-400': ['Content whose length of a chunk begins with zeros gets 400.', failing(400), octets(/\r\n0+[1-9a-f][\da-f]*\r\n/i)],
    'chunks-many-400': ['Content in more than twenty chunks gets 400.', failing(400), octets(/(?:\r\n[\da-f]{1,2}\r\n[^\r]*){20}/i)],
    'trailer-400': ['Content with a trailer gets 400.', failing(400), request(({ request: { trailers } }) => Object.keys(trailers).length > 0)],
    'content-of-4096': ['Content of exactly 4096 octets is waited for for ever.', silent, field('content-length', /^(?:4096|8192|16384)$/)],
    'content-of-four-digits': ['Content of 1000 to 9999 octets gets 500.', failing(500), field('content-length', /^\d{4}$/)],
  },
})

const packed: Change = bodies((body) => gzipSync(body))
const taking = (coding: RegExp): ReturnType<typeof field> => field('accept-encoding', coding)
const said: Change = both(sending('Content-Encoding', 'gzip'), sending('Vary', 'Accept-Encoding, Authorization'))

/** Packs lists for those who take gzip, as middleware does; what is wrong about it comes behind. */
const packing = (more: Change): Change => both(on(all(is200, taking(/gzip/)), both(packed, said)), more)

const packs = faultsOf('headers', {
  given: {
    'packed-cut': [
      'Who takes gzip gets a list that ends before its end.',
      packing(
        on(
          all(is200, taking(/gzip/)),
          bodies((body) => body.subarray(0, -8)),
        ),
      ),
    ],
    'packed-in-another': [
      'Who takes gzip gets it under the name of deflate.',
      packing(on(all(is200, taking(/gzip/)), sending('Content-Encoding', 'deflate'))),
    ],
    'packed-twice': ['Who takes gzip gets it packed twice.', packing(on(all(is200, taking(/gzip/)), packed))],
    'packed-refusal': ['Who takes gzip gets refusals packed, and is not told so.', on(all(refusal, taking(/gzip/)), packed)],
    'packed-with-length': [
      'Who takes gzip and asks for few plants gets the length of the plain list.',
      packing(
        on(
          all(is200, taking(/gzip/)),
          replying((reply) =>
            withField(
              reply,
              'Content-Length',
              String(Buffer.from(reply.body)[0] === 0x1f ? gunzipSync(reply.body).length : Buffer.from(reply.body).length),
            ),
          ),
        ),
      ),
    ],
  },
  completed: {
    'packed-head-length': [
      'HEAD of who takes gzip is told the length of the plain list.',
      both(
        replying((reply) => reply),
        on(all(is200, taking(/gzip/), not(method('HEAD'))), both(packed, said)),
        on(all(is200, taking(/gzip/), method('HEAD')), said),
      ),
    ],
    'packed-never-304': [
      'The ETag of a packed list is not known when it is asked about.',
      packing(
        on(
          taking(/gzip/),
          replyingTo((reply) => withField(reply, 'ETag', fieldOf(reply, 'ETag')?.replace(/"$/, '-gzip"'))),
        ),
      ),
    ],
    'packed-varies-not': [
      'Who takes gzip gets it, and the answer does not vary by that.',
      packing(on(all(is200, taking(/gzip/)), sending('Vary', 'Authorization'))),
    ],
  },
})

const asked = ({ request: { headers } }: Ask): string => headers['if-none-match'] ?? ''
const star = field('if-none-match', /^\*$/)

const conditions = faultsOf('time and state', {
  completed: {
    'star-304-refused-limit': [
      'A wrong limit with If-None-Match: * gets 304.',
      both(answering(304, ''), sending('Content-Length', undefined)),
      all(status(400), star),
    ],
    'star-304-unknown': [
      'Without a good token If-None-Match: * gets 304.',
      both(answering(304, ''), sending('Content-Length', undefined)),
      all(is401, star),
    ],
    'star-304-elsewhere': [
      'Another path with If-None-Match: * gets 304.',
      both(answering(304, ''), sending('Content-Length', undefined)),
      all(status(404), star),
    ],
    'empty-element-ends': [
      'An empty element ends the list of tags.',
      ({ isCurrent }) => ({ isCurrent: (tag, ask) => isCurrent(tag, ask) && !/,\s*,/.test(asked(ask)) }),
    ],
    'tag-split-at-comma': [
      'A comma within a tag begins another one.',
      current((tag, ask) =>
        asked(ask)
          .split(',')
          .some((part) => part.trim().replaceAll(/^(?:W\/)?"|"$/g, '') === tag.slice(1, -1)),
      ),
    ],
    'tag-by-containing': ['A tag that has the tag of the list within it gets 304.', current((tag, ask) => asked(ask).includes(tag.slice(1, -1)))],
    'tag-behind-tab': [
      'A tab before a tag hides it.',
      ({ isCurrent }) => ({ isCurrent: (tag, ask) => isCurrent(tag, ask) && !asked(ask).includes('\t') }),
    ],
    'tag-beside-match': [
      'If-Match beside If-None-Match hides it.',
      ({ isCurrent }) => ({ isCurrent: (tag, ask) => isCurrent(tag, ask) && !('if-match' in ask.request.headers) }),
    ],
    'tag-beside-range': [
      'Beside Range a tag that is known gets 200.',
      ({ isCurrent }) => ({ isCurrent: (tag, ask) => isCurrent(tag, ask) && !('range' in ask.request.headers) }),
    ],
    'tag-of-spelling': [
      'The same list has another ETag at another spelling of its address.',
      ({ tag }) => ({ tag: (body, ask) => tag(`${String(body)} ${ask.request.url?.replace(/^https?:\/\/[^/]*/i, '')}`, ask) }),
    ],
    'tag-of-agent': [
      'The same list has another ETag for another program.',
      ({ tag }) => ({ tag: (body, ask) => tag(`${String(body)} ${ask.request.headers['user-agent']}`, ask) }),
    ],
    'tag-by-count-and-last': [
      'Lists of equal length with the same last plant have one ETag.',
      ({ tag }) => ({ tag: (body, ask) => tag(`${String(body).split('},{').length} ${String(body).split('},{').at(-1)}`, ask) }),
    ],
  },
})

const refusals = faultsOf('headers', {
  completed: {
    'too-long-as-page': ['A 414 is a page.', saying('<h1>414</h1>', 'text/html'), status(414)],
    'too-large-empty': ['A 431 has no body.', saying(''), status(431)],
    'too-much-storable': ['A 413 may be stored.', sending('Cache-Control', undefined), status(413)],
    'expectation-unnamed': ['A 417 has no X-Request-Id.', sending('X-Request-Id', undefined), status(417)],
    'expectation-as-text': ['A 417 is plain text.', saying('Expectation Failed', 'text/plain'), status(417)],
  },
})

const closing = faultsOf('time and state', {
  given: {
    'close-in-capitals': ['Connection: CLOSE in capitals is not heard.', keptWhere(/^CLOSE$/)],
    'close-among-others': ['Connection: close beside another option is not heard.', keptWhere(/,/)],
    'hints-for-the-old': [
      'Who speaks HTTP/1.0 gets 103 before the list.',
      ({ write }) => ({
        write: (reply, ask) => {
          if (ask.request.httpVersion === '1.0') ask.request.socket.write('HTTP/1.1 103 Early Hints\r\nLink: </style.css>\r\n\r\n')
          write(reply, ask)
        },
      }),
    ],
  },
})

/** The end of the connection is not heard where the option is spelled like this. */
function keptWhere(spelling: RegExp): Change {
  return ({ write }) => ({
    write: (reply, ask) => {
      const isUnheard = spelling.test(ask.request.headers.connection ?? '')
      if (isUnheard) ask.response.shouldKeepAlive = true
      write(isUnheard ? { ...reply, fields: [...reply.fields, ['Connection', 'keep-alive']] } : reply, ask)
    },
  })
}

export const requestFields = [...ways, ...spelled, ...chunks, ...packs, ...conditions, ...refusals, ...closing]
