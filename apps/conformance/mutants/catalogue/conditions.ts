/** Conditional requests. */
import { anyCurrent, asWeak, asked, current, deaf, tagWith, tagged } from '../faults/conditions.ts'
import { keepingFirst, rememberingTags } from '../faults/memory.ts'
import { answering, lacking, sending, sendingAs } from '../faults/replies.ts'
import { type Change, type Faults, both, on } from '../mutant.ts'
import { every, field, is304, is400, is404, reused } from '../triggers.ts'
import { crc32, gzipSync } from 'node:zlib'
import { gzip, packing, takesGzip } from '../faults/packing.ts'
import type { Ask } from '../server/ask.ts'
import { worldWith } from '../server/world.ts'
import { connectionNumber } from '../triggers-between.ts'

const star = field('if-none-match', /^\*$/)

const unmodified = both(answering(304, ''), lacking('Content-Length'))

/** The first tag in a condition that the server has ever sent decides alone. */
const firstKnownDecides: Change = ({ tag, isCurrent }) => {
  const sent = new Set<string>()
  return {
    tag: (body, ask) => {
      const own = tag(body, ask)
      sent.add(own)
      return own
    },
    isCurrent: (own, ask) => {
      const first = asked(ask)
        .match(/"[^"]*"/g)
        ?.find((one) => sent.has(one))
      return first === undefined ? isCurrent(own, ask) : first === own
    },
  }
}

const partOf = ({ caller }: Ask, n: number): string => `${caller?.name} ${n}`

/** The tag of the partial list that is one plant shorter matches. */
const shorterPasses: Change = ({ tag, isCurrent }) => {
  const sent = new Map<string, string>()
  return {
    tag: (body, ask) => {
      const own = tag(body, ask)
      if (ask.limit !== undefined) sent.set(partOf(ask, ask.limit), own)
      return own
    },
    isCurrent: (own, ask) => isCurrent(own, ask) || (ask.limit !== undefined && asked(ask) === sent.get(partOf(ask, ask.limit - 1))),
  }
}

const nodeOf = /\bPLANTSROUTE=\w/

/** Compares the condition with the list's own tag by `isKnown`. */
const comparing =
  (isKnown: (asked: string, own: string) => boolean): Change =>
  () => ({ isCurrent: (own, ask) => isKnown(asked(ask), own) })

const weak = tagged(asWeak)

/** Two lists with the same length and the same CRC-32. */
const colliding = worldWith([
  { name: 'Willow 8ou2L7IZx', tag: 'Salix', seenBy: ['ana'] },
  { name: 'Osiers Jx3Eye5jk', tag: 'Salix', seenBy: ['ben'] },
])

const crcTags: Change = () => ({
  tag: (body) => `W/"${Buffer.byteLength(body).toString(16)}-${crc32(body).toString(16)}"`,
})

export const completed: Faults = {
  'never-304-several: A list of several tags never matches.': [deaf, field('if-none-match', /,/)],
  'never-304-no-cache: If-None-Match is ignored beside Cache-Control.': [deaf, field('cache-control')],
  'never-304-reused: If-None-Match is ignored from the second request on a connection.': [deaf, reused],
  'seldom-304: Every eighth request gets 304 if it has If-None-Match.': [anyCurrent, field('if-none-match', /./), every(8)],
  'date-304: Any If-Modified-Since gets 304.': [anyCurrent, field('if-modified-since')],
  'known-tag-304: Any tag that the caller was ever sent gets 304, whatever the list.': rememberingTags(({ caller }) => caller?.name ?? ''),
  'old-list-200: A conditional request is answered with the first list that was ever sent.': keepingFirst,
  'one-tag: All lists have the same ETag.': tagged(() => '"plants"'),
  'tag-by-turns: The ETag of the same list rotates through three values.': tagWith(({ number }) => number % 3),
  '304-other-tag: A 304 has a different ETag from the list.': [sending('ETag', '"304"'), is304],
  'star-304-refused-limit: A request with an invalid limit gets 304 for If-None-Match: *.': [unmodified, is400, star],
  'star-304-elsewhere: A request for an unknown path gets 304 for If-None-Match: *.': [unmodified, is404, star],

  'tag-one-shorter: The tag of a partial list gets 304 for the list that is one plant longer.': shorterPasses,
  'first-known-tag: Of the tags in a condition, the first that the server has ever sent decides alone.': firstKnownDecides,
  'tag-of-first-octets: The ETag of a gzipped list is made from its first ten octets, which are the same in every gzipped list.': [
    packing(gzip),
    tagged((own, ask) => (takesGzip(ask) ? `"${gzipSync('').subarray(0, 10).toString('base64url')}"` : own)),
  ],
  'condition-in-trailer: If-None-Match is honoured in a trailer after chunks.': current((tag, { request: { trailers } }) =>
    ['*', tag].includes(trailers['if-none-match'] ?? ''),
  ),
  "route-deaf: A cookie set by the server routes to a machine that does not recognise the other machine's tags.": [
    sendingAs('Set-Cookie', (own, { headers }) => (nodeOf.test(headers.cookie ?? '') ? own : 'PLANTSROUTE=n2; Path=/; HttpOnly')),
    on(field('cookie', nodeOf), deaf),
  ],

  // expressjs/express#2667
  'crc32-tags: ETags are made of the length and the CRC-32 of a list, which two lists share.': [crcTags, colliding],
  // rage-rb/rage#324
  'weak-compared-strongly: ETags are weak, and one in If-None-Match that lacks its W/ is not recognised.': [
    weak,
    comparing((tags, own) => tags.trim() === '*' || tags.split(/,\s*/).includes(own)),
  ],
  // apache/tomcat#325
  'tag-with-comma: ETags contain a comma, and If-None-Match is split at every comma.': [
    tagged((own) => own.replace(/"$/, ',0"')),
    comparing((tags, own) => tags.trim() === '*' || tags.split(',').some((one) => one.trim().replace(/^W\//, '') === own)),
  ],
  // gofiber/fiber, middleware/etag
  'first-weak-alone: Several tags of which the first is weak are compared as one text, so none is recognised.': ({ isCurrent }) => ({
    isCurrent: (own, ask) => (/^W\/"[^"]*" *,/.test(asked(ask)) ? asked(ask).slice(2) === own : isCurrent(own, ask)),
  }),
  // jshttp/fresh before 2.0: both must match, and an answer without Last-Modified never does
  'date-beside-tag: If-None-Match beside If-Modified-Since is ignored.': [comparing(() => false), field('if-modified-since')],
  // apache/httpd, FileETag INode
  'inode-tags: Each of two machines, which take turns by connection, has its own ETags for the same lists.': [
    tagged((own) => own.replace(/^"/, '"2e0-')),
    connectionNumber((number) => number % 2 === 0),
  ],
}
