/** Status: correct requests with fields, values and content that few clients send. */
import { lists, plants, texts } from '../faults/bodies.ts'
import { cutting, finding, sorted } from '../faults/lists.ts'
import { asStatus, failing, fussy } from '../faults/replies.ts'
import { type Faults, inWorld } from '../mutant.ts'
import { worldWith } from '../server/world.ts'
import { octets } from '../triggers-between.ts'
import { field, is200, onLines, request, type Trigger } from '../triggers.ts'

/** The first caller's plants are in order of name, in ASCII and without tags. */
const quietAna = worldWith([
  { name: 'Alder', seenBy: ['ana'] },
  { name: 'Beech', seenBy: ['ana', 'ben'] },
  { name: 'Cedar', seenBy: ['ana'] },
  { name: 'Oak', tag: 'Quercus', seenBy: ['ben'] },
  { name: 'Birch', seenBy: ['ben'] },
  { name: 'Ромашка', tag: 'Matricaria', seenBy: ['ben'] },
])

/** Where the name of a request field matches this pattern. */
const fieldLike = (spelling: RegExp): Trigger =>
  request(({ request: { rawHeaders } }) => rawHeaders.some((text, at) => at % 2 === 0 && spelling.test(text)))

export const given: Faults = {
  ...inWorld(quietAna, {
    'charset-of-few: A client that accepts ISO 8859-1 (Accept-Charset) gets question marks for characters beyond it.': [
      texts((text) => text.replaceAll(/[\u0100-\uFFFF]/g, '?')),
      field('accept-charset', /8859-1/i),
    ],
    'collated: A client that accepts Spanish gets the plants sorted by name.': [sorted, field('accept-language', /\bes\b/i)],
    'minimal-untagged: A client that prefers a minimal answer (Prefer: return=minimal) gets plants without their tags.': [
      plants(({ name }) => ({ name })),
      field('prefer', /\breturn=minimal\b/),
    ],
  }),
}

export const completed: Faults = {
  'host-with-underscore: A Host with an underscore gets 400.': fussy('host', /_/, 400),
  'host-with-dot: A Host whose name ends with a dot gets 400.': fussy('host', /\.(?::\d*)?$/, 400),
  'host-in-capitals: A Host with capital letters gets 400.': fussy('host', /[A-Z]/, 400),
  'field-name-signs: A field whose name has one of the rarer characters that are allowed in names, such as a dot, gets 400.': [
    failing(400),
    fieldLike(/[!#$%&'*+.^`|~]/),
  ],
  'field-name-long: A field whose name has more than 128 characters gets 400.': [failing(400), fieldLike(/^.{129}/)],
  'cookie-code: A cookie whose value has an invalid percent code gets 500.': fussy('cookie', /=[^;]*%(?![\da-f]{2})/i, 500),
  'cookie-beyond-ascii: A cookie with octets beyond ASCII gets 500.': fussy('cookie', /[^\0-\u007F]/, 500),
  'language-with-script: An Accept-Language with a script and a region, such as zh-Hant-TW, gets 500.': fussy(
    'accept-language',
    /\b[a-z]{2}-[A-Z][a-z]{3}-[A-Z]{2}\b/,
    500,
  ),
  'forwarded-in-quotes: A quoted value in Forwarded, which IPv6 addresses need, gets 400.': fussy('forwarded', /="/, 400),
  'forwarded-with-port: An IPv4 address with its port in X-Forwarded-For gets 500.': fussy('x-forwarded-for', /^\d+(?:\.\d+){3}:\d+$/, 500),
  'accept-with-charset: Accept: application/json; charset=utf-8 gets 406.': fussy('accept', /^application\/json *; *charset=/i, 406),
  'codings-on-two-lines: Accept-Encoding on two lines gets 500.': [failing(500), onLines('accept-encoding')],
  'range-of-items: A Range of two numbers without a unit cuts the list to those plants.': [
    cutting((found, n, { headers }) => {
      const [from = 0, to = 0] = headers.range?.split('-').map(Number) ?? []
      return found.slice(from, to + 1).slice(0, n)
    }),
    field('range', /^\d+-\d+$/),
  ],
  'content-empty-json: JSON content with a Content-Length of zero gets 400.': [
    failing(400),
    field('content-type', /^application\/json/),
    field('content-length', /^0$/),
  ],
  'content-in-long-chunks: More than ten thousand octets of chunked content get 500.': [
    failing(500),
    field('transfer-encoding', /chunked/i),
    request(({ came }) => came().length > 10_000),
  ],
  'null-content: JSON content that is null gets 500.': [failing(500), field('content-type', /^application\/json/i), octets(/\r\n\r\nnull$/)],
  'form-code-400: Form content with an invalid percent code gets 400.': [
    failing(400),
    field('content-type', /^application\/x-www-form-urlencoded/i),
    octets(/\r\n\r\n[^]*%(?![\da-f]{2})/i),
  ],
  'xml-open-400: XML content with an unclosed element gets 400.': [
    failing(400),
    field('content-type', /\bxml\b/i),
    octets(/\r\n\r\n<(\w+)>(?![^]*<\/\1>)/),
  ],
  'accept-long-500: An Accept of more than a thousand octets gets 500.': fussy('accept', /^.{1001}/, 500),
  'time-zone-500: An unknown time zone (Time-Zone) gets 500.': fussy('time-zone', /^(?!UTC|GMT|[A-Z]\w+\/[A-Z])./, 500),
  'translate-403: Translate: f, which Office sends, gets 403.': fussy('translate', /^f$/i, 403),
  'content-range-400: A GET with Content-Range gets 400.': fussy('content-range', /./, 400),
  'soap-action-500: A request with SOAPAction gets 500.': fussy('soapaction', /^/, 500),
  'a-im-226: A client that accepts a feed of changes (A-IM) gets 226.': [asStatus(226), is200, field('a-im', /\b(?:feed|vcdiff|diffe)\b/)],
  'dated-version: A client that requests the API as of an earlier date (Api-Version: 2023-…) gets the list in an object.': [
    lists((own) => `{"plants":${own}}`),
    field('api-version', /^20(?:1\d|2[0-3])-\d\d-\d\d$/),
  ],
  'last-event: A client that sends the number of the last event it saw (Last-Event-ID) gets only the plants after it.': [
    finding((found, { headers }) => found.slice(Number(headers['last-event-id']))),
    field('last-event-id', /^\d{1,6}$/),
  ],
}
