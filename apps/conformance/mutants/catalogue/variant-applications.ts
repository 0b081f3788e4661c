/** Correct servers that behave as real applications and their proxies do: what they say, and in which form. */
import { gzipSync } from 'node:zlib'
import { messageWith } from '../faults/bodies.ts'
import { cutting } from '../faults/lists.ts'
import { gzip, packing } from '../faults/packing.ts'
import { adding, byChance, replyingTo, sending, sendingAs, varying, weakening } from '../faults/replies.ts'
import { stricter } from '../faults/routes.ts'
import type { Faults } from '../mutant.ts'
import { withTokens } from '../server/world.ts'
import { connectionNumber } from '../triggers-between.ts'
import { is401, listed } from '../triggers.ts'

const second = connectionNumber((number) => number % 2 === 0)

const uri = /^(?:[a-z][a-z\d+.-]*:)?(?:[\w.~!$&'()*+,;=:@/?[\]-]|%[\da-f]{2})*$/i
const product = String.raw`[!#$%&'*+.^\x60|~\w-]+(?:/[!#$%&'*+.^\x60|~\w-]+)?`
const agent = new RegExp(String.raw`^${product}(?:[ \t]+(?:${product}|\((?:[^()\\]|\\.|\((?:[^()\\]|\\.)*\))*\)))*$`)

export const completed: Faults = {
  // RFC 8259, 11: a charset parameter of this type has no effect; and in the Encoding Standard
  // utf8 is a label of UTF-8. Bottle, old versions of Play and many PHP programs send it.
  'charset-utf8: Content-Type names the charset utf8, without a dash.': sending('Content-Type', 'application/json; charset=utf8'),
  // RFC 9110, 11.2: the names of these parameters are case-insensitive; the contract's pattern allows any name.
  'challenge-names-in-capitals: Parameter names in a challenge are in capitals.': [
    sendingAs('WWW-Authenticate', (own) => own?.replaceAll(/\b(?:realm|error)(?==)/g, (name) => name.toUpperCase())),
    is401,
  ],
  // RFC 6750, 3 (further auth-params may be used), and RFC 9110, 11.6.1. The value is for the log, as is the id in the header.
  'challenge-with-trace: A challenge has a parameter trace, with a different value each time.': [
    sendingAs('WWW-Authenticate', (own) => `${own ?? ''}, trace="${byChance()}"`),
    is401,
  ],
  // RFC 9110, 12.5.5: a star says that anything may have selected the form; 8.8.3.3 on the tag.
  'star-and-form: Lists have Vary: *; for curl a list ends with a line feed and has its own ETag.': [
    ({ encodeList }) => ({
      encodeList: (items, ask) => `${String(encodeList(items, ask))}${ask.headers['user-agent']?.startsWith('curl/') === true ? '\n' : ''}`,
    }),
    varying('*'),
  ],
  // RFC 9110, 8.8.1 and 13.1.2: If-None-Match is compared weakly, so both tags name the same list. Cloudflare and nginx weaken tags.
  'weak-by-machine: Every second connection gets weak ETags, as from one of two edge machines.': [weakening, listed, second],
  // RFC 9110, 16.3: further fields are allowed; the contract forbids the version of the software, not a machine's address.
  'backend-address: Every answer names the machine that made it, with its address in brackets.': adding(['X-Backend-Server', 'web-3 (10.0.3.17)']),
  // It tells what the cache did, as X-Cache does; it does not only name the software.
  'cache-state: Every answer says in X-Drupal-Cache what the page cache did.': adding(['X-Drupal-Cache', 'UNCACHEABLE']),
  // "message: Error message text", for people to read.
  'select-from-zero: The message for a wrong limit, in capitals, asks the caller to select a number from zero on.': messageWith(
    40_001,
    () => 'PLEASE SELECT A WHOLE NUMBER FROM ZERO TO 2147483647 AND GIVE IT ONCE.',
  ),
  // The public name of this kind of refusal, such as Stripe and OpenAI document; it is the same for every reason.
  'kind-before-message: The message for a refused token begins with the documented name for it, AuthenticationError.': messageWith(
    40_102,
    (message) => `AuthenticationError: ${message}`,
  ),
  // A path on the public site, not on the machine.
  'page-below-home: The message for a missing token says that tokens are available at /home/tokens.': messageWith(
    40_101,
    (message) => `${message} Get one at /home/tokens.`,
  ),
  // RFC 9110, 10.1.3: absolute-URI or partial-URI, which have no fragment and are ASCII; 40000: "it breaks the grammar".
  'strict-referer: A Referer that is not a valid URI makes a request malformed.': stricter(
    ({ headers }) => headers.referer !== undefined && !uri.test(headers.referer),
  ),
  // RFC 9110, 10.1.5: products and comments; 40000: "it breaks the grammar ... of HTTP".
  'strict-agent: A User-Agent that is not a list of products and comments makes a request malformed.': stricter(
    ({ headers }) => headers['user-agent'] !== undefined && !agent.test(headers['user-agent']),
  ),
  // RFC 6750, 2.1: b64token allows any such text.
  'tokens-of-answer-words: Tokens are words that occur in answers.': withTokens((name) =>
    name === 'ana' ? 'accepted' : name === 'ben' ? 'required' : 'WWW-Authenticate',
  ),
  // RFC 6750, 2.1: one character or more.
  'tokens-of-one-character: Tokens have one character.': withTokens((name) => (name === 'ana' ? '7' : name === 'ben' ? 'x' : 'A')),
  // RFC 1952, 2.2: one or more members, whose contents are concatenated. pigz and encoders that flush write several.
  'gzip-in-members: A client that accepts gzip gets the list in two gzip members.': packing({
    ...gzip,
    pack: (body) => Buffer.concat([gzipSync(body.subarray(0, body.length >> 1)), gzipSync(body.subarray(body.length >> 1))]),
  }),
  // RFC 9110, 8.8.3: a tag is opaque; nothing forbids one on a refusal, where conditions are ignored (13.2.1). Express sends it.
  'tagged-refusals: Refusals have an ETag and Last-Modified.': replyingTo((reply) =>
    reply.status >= 400
      ? { ...reply, fields: [...reply.fields, ['ETag', `W/"${String(reply.body.length)}"`], ['Last-Modified', 'Mon, 05 Feb 2024 08:00:00 GMT']] }
      : reply,
  ),
}

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
