/** Correct servers: what applications add, and what they refuse. */
import { bodies, lacking, onRefusals, sending, unstored, varying, writing } from '../faults/replies.ts'
import { stricter } from '../faults/routes.ts'
import { type Faults, both, on } from '../mutant.ts'
import type { Ask } from '../server/ask.ts'
import { all, field, http10, is200, listed, method, not, request } from '../triggers.ts'
import { cutting } from '../faults/lists.ts'
import { withTokens } from '../server/world.ts'
import { toHttp2 } from '../server/to-http2.ts'
import { bodied, endWith, inTurn, toOctets } from '../server/write-reply.ts'

const entityTag = String.raw`(?:W/)?"[\x21\x23-\x7E\x80-\xFF]*"`

/** A list with elements that may be empty (RFC 9110, 5.6.1.2). */
const listOf = (element: string): string => String.raw`(?:${element})?(?:[ \t]*,[ \t]*(?:${element})?)*`

const isOfForm = (value: string | undefined, form: string): boolean => new RegExp(`^(?:${form})$`).test((value ?? '').trim())

const changedAt = 'Sat, 01 Jan 2022 00:00:00 GMT'

const isDate = /^\w{3}, \d\d \w{3} \d{4} \d\d:\d\d:\d\d GMT$/

/** Whether the client wants the list only as it was before its last change (RFC 9110, 13.1.4 and 13.2.2). */
function asksForOlder({ headers }: Ask): boolean {
  const since = headers['if-unmodified-since']
  return since !== undefined && !('if-match' in headers) && isDate.test(since) && Date.parse(since) < Date.parse(changedAt)
}

const uri = /^(?:[a-z][a-z\d+.-]*:)?(?:[\w.~!$&'()*+,;=:@/?[\]-]|%[\da-f]{2})*$/i

export const given: Faults = {
  // "The maximum number of results to return" does not say which.
  'given-sample: With a limit, plants are chosen at random.': cutting((found, n) =>
    n === undefined
      ? found
      : found
          .map((plant) => ({ plant, at: Math.random() }))
          .toSorted((a, b) => a.at - b.at)
          .map(({ plant }) => plant)
          .slice(0, n),
  ),
}

export const completed: Faults = {
  // To recover from an invalid element is a MAY (RFC 9110, 2.4).
  'strict-tags: An If-None-Match that is not a list of tags makes a request malformed.': stricter(
    ({ headers }) => !isOfForm(headers['if-none-match'], String.raw`\*|${listOf(entityTag)}`),
  ),
  // Neither path nor query may have them (RFC 3986, 3.3 and 3.4); Tomcat.
  'brackets-400: A target with brackets behind its host makes a request malformed.': stricter(({ url }) =>
    /[[\]]/.test(url.replace(/^https?:\/\/[^/?#]*/i, '')),
  ),
  // RFC 1945, 8.3; actix-web.
  'old-post-400: A POST in HTTP/1.0 that does not tell its length is malformed.': [
    stricter(({ headers }) => headers['content-length'] === undefined),
    http10,
    method('POST'),
  ],
  'unmodified-since: Lists have Last-Modified, and an earlier date in If-Unmodified-Since gets 412.': [
    on(listed, sending('Last-Modified', changedAt)),
    on(all(listed, request(asksForOlder)), both(unstored(412, 41_201, 'The list is a later one.'), lacking('Last-Modified'))),
  ],

  // RFC 9110, 12.5.5: a star says that anything may have selected the form; 8.8.3.3 on the tag.
  'star-and-form: Lists have Vary: *; for curl a list ends with a line feed and has its own ETag.': [
    ({ encodeList }) => ({
      encodeList: (items, ask) => `${String(encodeList(items, ask))}${ask.headers['user-agent']?.startsWith('curl/') === true ? '\n' : ''}`,
    }),
    varying('*'),
  ],
  // RFC 9110, 10.1.3: absolute-URI or partial-URI, which have no fragment and are ASCII; 40000: "it breaks the grammar".
  'strict-referer: A Referer that is not a valid URI makes a request malformed.': stricter(
    ({ headers }) => headers.referer !== undefined && !uri.test(headers.referer),
  ),
  // RFC 6750, 2.1: b64token allows any such text.
  'tokens-of-answer-words: Tokens are words that occur in answers.': withTokens((name) =>
    name === 'ana' ? 'accepted' : name === 'ben' ? 'required' : 'WWW-Authenticate',
  ),
  // RFC 6750, 2.1: one character or more.
  'tokens-of-one-character: Tokens have one character.': withTokens((name) => (name === 'ana' ? '7' : name === 'ben' ? 'x' : 'A')),

  // Which refusals differ does not depend on the reason.
  'members-of-canary: Every 97th refusal of a credential comes from a machine that writes the message before the number.': onRefusals(
    (nth) => nth % 97 === 0,
    bodies((body) => String(body).replace(/^\{("error":\d+),("message":.*)\}$/, '{$2,$1}')),
  ),
  'sampled-refusals: Every 89th refusal of a credential says that it was traced.': onRefusals((nth) => nth % 89 === 0, sending('X-Sampled', '1')),
  // As Jetty and Tomcat can; it was deprecated in 2022 (RFC 9113, 3.1).
  'h2c-answered: An offer of h2c with HTTP2-Settings is accepted, and the list follows in HTTP/2.': [
    writing((reply, ask) => {
      const switching = Buffer.from('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: h2c\r\n\r\n')
      inTurn(ask, () => void ask.socket.write(Buffer.concat([switching, toHttp2(bodied(reply, ask))])))
    }),
    is200,
    not(http10),
    field('http2-settings'),
    field('upgrade', /^h2c$/i),
    field('connection', /\bupgrade, *http2-settings\b/i),
  ],
  // To announce the end of a connection is a SHOULD (RFC 9112, 9.6).
  'old-not-kept: Every connection of an HTTP/1.0 client is closed after the answer, whatever the client asks for, without notice.': [
    writing((reply, ask) => endWith(toOctets(bodied(reply, ask)), ask)),
    http10,
  ],
}
