/** Time and state, as reported for real software: ETags, and conditional requests. */
import { crc32 } from 'node:zlib'
import { asked, asWeak, tagged } from '../faults/conditions.ts'
import type { Change, Faults } from '../mutant.ts'
import { worldWith } from '../server/world.ts'
import { connectionNumber } from '../triggers-between.ts'
import { field } from '../triggers.ts'

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
