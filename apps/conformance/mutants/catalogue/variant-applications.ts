/** Correct servers as applications and what stands in front of them are written: what they say, and in which form. */
import { gzipSync } from 'node:zlib'
import { messageWith } from '../faults/bodies.ts'
import { cutting } from '../faults/lists.ts'
import { gzip, packing } from '../faults/packing.ts'
import { adding, byChance, replyingTo, sending, sendingAs } from '../faults/replies.ts'
import { stricter } from '../faults/routes.ts'
import { type Faults, on } from '../mutant.ts'
import { withTokens } from '../server/world.ts'
import { connectionNumber } from '../triggers-between.ts'
import { is401, listed } from '../triggers.ts'

const second = connectionNumber((number) => number % 2 === 0)

const uri = /^(?:[a-z][a-z\d+.-]*:)?(?:[\w.~!$&'()*+,;=:@/?[\]-]|%[\da-f]{2})*$/i
const product = String.raw`[!#$%&'*+.^\x60|~\w-]+(?:/[!#$%&'*+.^\x60|~\w-]+)?`
const agent = new RegExp(String.raw`^${product}(?:[ \t]+(?:${product}|\((?:[^()\\]|\\.|\((?:[^()\\]|\\.)*\))*\)))*$`)

export const completed: Faults = {
  // RFC 8259, 11: a charset of this type means nothing; and to the Encoding Standard
  // utf8 is a label of UTF-8. Bottle, old versions of Play and many PHP programs write it.
  'charset-utf8: The type names the character set utf8, without a dash.': sending('Content-Type', 'application/json; charset=utf8'),
  // RFC 9110, 11.2: the names of these parameters have no case; the contract's pattern lets any name stand.
  'challenge-names-in-capitals: The names of parameters in a challenge are in capitals.': [
    sendingAs('WWW-Authenticate', (own) => own?.replaceAll(/\b(?:realm|error)(?==)/g, (name) => name.toUpperCase())),
    is401,
  ],
  // RFC 6750, 3 (further auth-params may be used), and RFC 9110, 11.6.1; a word for the log, as in the header.
  'challenge-with-trace: A challenge names its trace in a parameter of its own, another one each time.': [
    sendingAs('WWW-Authenticate', (own) => `${own ?? ''}, trace="${byChance()}"`),
    is401,
  ],
  // RFC 9110, 12.5.5: a star says that anything may have chosen the form. 8.8.3.3 for the tag.
  'star-and-form: Lists vary by everything; for curl a line feed ends the list, with a tag of its own.': [
    ({ encodeList }) => ({
      encodeList: (items, ask) => `${String(encodeList(items, ask))}${ask.headers['user-agent']?.startsWith('curl/') === true ? '\n' : ''}`,
    }),
    on(listed, sending('Vary', '*')),
  ],
  // RFC 9110, 8.8.1 and 13.1.2: If-None-Match is compared weakly, so both name the same list. Cloudflare, nginx weaken tags.
  'weak-by-machine: Of two machines at the edge one makes tags weak.': [
    sendingAs('ETag', (own) => (own === undefined ? undefined : `W/${own}`)),
    listed,
    second,
  ],
  // RFC 9110, 16.3: any further field; the contract forbids the version of the software, not the address of a machine.
  'backend-address: Every answer names the machine that made it, with its address in brackets.': adding(['X-Backend-Server', 'web-3 (10.0.3.17)']),
  // Tells what the cache did, as X-Cache does: no header for the name alone.
  'cache-state: Every answer says what the cache of the pages did, in X-Drupal-Cache.': adding(['X-Drupal-Cache', 'UNCACHEABLE']),
  // "message: Error message text"; people read it.
  'select-from-zero: The message of a wrong limit, in capitals, asks to select a number from zero on.': messageWith(
    40_001,
    () => 'PLEASE SELECT A WHOLE NUMBER FROM ZERO TO 2147483647 AND GIVE IT ONCE.',
  ),
  // The public name of the kind of refusal, as in what Stripe and OpenAI document; the same for every reason.
  'kind-before-message: The message of a refused token begins with the documented word for it, AuthenticationError.': messageWith(
    40_102,
    (message) => `AuthenticationError: ${message}`,
  ),
  // A path of the public address, not of the machine.
  'page-below-home: The message for want of a token says that one gets it at /home/tokens.': messageWith(
    40_101,
    (message) => `${message} Get one at /home/tokens.`,
  ),
  // RFC 9110, 10.1.3: absolute-URI or partial-URI, which have no fragment and ASCII alone; 40000: "it breaks the grammar".
  'strict-referer: A Referer that is no address makes a request malformed.': stricter(
    ({ headers }) => headers.referer !== undefined && !uri.test(headers.referer),
  ),
  // RFC 9110, 10.1.5: products and comments; 40000: "it breaks the grammar ... of HTTP".
  'strict-agent: A User-Agent that is no list of products and comments makes a request malformed.': stricter(
    ({ headers }) => headers['user-agent'] !== undefined && !agent.test(headers['user-agent']),
  ),
  // RFC 6750, 2.1: b64token is any such text.
  'tokens-of-answer-words: Tokens are words that stand in answers.': withTokens((name) =>
    name === 'ana' ? 'accepted' : name === 'ben' ? 'required' : 'WWW-Authenticate',
  ),
  // RFC 6750, 2.1: one character or more.
  'tokens-of-one-character: Tokens have one character.': withTokens((name) => (name === 'ana' ? '7' : name === 'ben' ? 'x' : 'A')),
  // RFC 1952, 2.2: one member or more, the content of which is put together. pigz, and encoders that flush.
  'gzip-in-members: Who takes gzip gets it in two members.': packing({
    ...gzip,
    pack: (body) => Buffer.concat([gzipSync(body.subarray(0, body.length >> 1)), gzipSync(body.subarray(body.length >> 1))]),
  }),
  // RFC 9110, 8.8.3: a tag is opaque; nothing forbids one on what is refused, where no condition is heard (13.2.1). Express.
  'tagged-refusals: Refusals have a tag, and Last-Modified.': replyingTo((reply) =>
    reply.status >= 400
      ? { ...reply, fields: [...reply.fields, ['ETag', `W/"${String(reply.body.length)}"`], ['Last-Modified', 'Mon, 05 Feb 2024 08:00:00 GMT']] }
      : reply,
  ),
}

export const given: Faults = {
  // "The maximum number of results to return" says nothing of which.
  'given-sample: With a limit plants come by chance.': cutting((found, n) =>
    n === undefined
      ? found
      : found
          .map((plant) => ({ plant, at: Math.random() }))
          .toSorted((a, b) => a.at - b.at)
          .map(({ plant }) => plant)
          .slice(0, n),
  ),
}
