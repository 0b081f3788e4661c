/** Conditional requests. */
import { anyCurrent, asWeak, asked, deaf, tagWith, tagged } from '../faults/conditions.ts'
import { keeping, rememberingTags } from '../faults/memory.ts'
import { answering, lacking, sending } from '../faults/replies.ts'
import { type Change, type Faults, both } from '../mutant.ts'
import { every, field, is304, is404, request } from '../triggers.ts'
import { crc32 } from 'node:zlib'
import { worldWith } from '../server/world.ts'

const star = field('if-none-match', /^\*$/)

const unmodified = both(answering(304, ''), lacking('Content-Length'))

/** Compares the condition with the list's own tag by `isKnown`. */
const comparing =
  (isKnown: (asked: string, own: string) => boolean): Change =>
  () => ({ isCurrent: (own, ask) => isKnown(asked(ask), own) })

/** Two lists with the same length and the same CRC-32. */
const colliding = worldWith([
  { name: 'Willow 8ou2L7IZx', tag: 'Salix', seenBy: ['ana'] },
  { name: 'Osiers Jx3Eye5jk', tag: 'Salix', seenBy: ['ben'] },
])

export const completed: Faults = {
  'never-304-several: A list of several tags never matches.': [deaf, field('if-none-match', /,/)],
  'seldom-304: Every eighth request gets 304 if it has If-None-Match.': [anyCurrent, field('if-none-match', /./), every(8)],
  'date-304: Any If-Modified-Since gets 304.': [anyCurrent, field('if-modified-since')],
  'known-tag-304: Any tag that the caller was ever sent gets 304, whatever the list.': rememberingTags(({ caller }) => caller?.name ?? ''),
  'old-list-200: A conditional request is answered with the first list that was ever requested with a condition.': [
    keeping('encodeList', () => 'the first'),
    field('if-none-match'),
  ],
  'one-tag: All lists have the same ETag.': tagged(() => '"plants"'),
  'tag-by-turns: The ETag of the same list rotates through three values.': tagWith(({ number }) => number % 3),
  '304-other-tag: A 304 has a different ETag from the list.': [sending('ETag', '"304"'), is304],
  'star-304-elsewhere: A request for an unknown path gets 304 for If-None-Match: *.': [unmodified, is404, star],

  // expressjs/express#2667
  'crc32-tags: ETags are made of the length and the CRC-32 of a list, which two lists share.': [
    () => ({ tag: (body) => `W/"${Buffer.byteLength(body).toString(16)}-${crc32(body).toString(16)}"` }),
    colliding,
  ],
  // rage-rb/rage#324
  'weak-compared-strongly: ETags are weak, and one in If-None-Match that lacks its W/ is not recognised.': [
    tagged(asWeak),
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
  // jshttp/fresh before 2.0: both must match, and a response without Last-Modified never does
  'date-beside-tag: If-None-Match beside If-Modified-Since is ignored.': [comparing(() => false), field('if-modified-since')],
  // apache/httpd, FileETag INode
  'inode-tags: Each of two machines, which take turns by connection, has its own ETags for the same lists.': [
    tagged((own) => own.replace(/^"/, '"2e0-')),
    request(({ connection }) => connection.number % 2 === 0),
  ],
}
