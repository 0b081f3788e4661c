/** Class 10, as reported of real software: tags, and questions about them. */
import { crc32 } from 'node:zlib'
import { asked, tagged } from '../faults/conditions.ts'
import type { Change, Faults } from '../mutant.ts'
import { worldWith } from '../server/world.ts'
import { connectionNumber } from '../triggers-between.ts'
import { field } from '../triggers.ts'

/** Asks whether this is so in place of the usual comparison. */
const comparing =
  (isKnown: (asked: string, own: string) => boolean): Change =>
  () => ({ isCurrent: (own, ask) => isKnown(asked(ask), own) })

const weak = tagged((own) => `W/${own}`)

/** Two lists that are of one length and have one sum. */
const colliding = worldWith([
  { name: 'Willow 8ou2L7IZx', tag: 'Salix', seenBy: ['ana'] },
  { name: 'Osiers Jx3Eye5jk', tag: 'Salix', seenBy: ['ben'] },
])

const crcTags: Change = () => ({
  tag: (body) => `W/"${Buffer.byteLength(body).toString(16)}-${crc32(body).toString(16)}"`,
})

export const completed: Faults = {
  // expressjs/express#2667
  'crc32-tags: Tags are the length and the CRC-32, which two lists have in common.': [crcTags, colliding],
  // rage-rb/rage#324
  'weak-compared-strongly: Tags are weak, and are not known without their W/.': [
    weak,
    comparing((tags, own) => tags.trim() === '*' || tags.split(/,\s*/).includes(own)),
  ],
  // apache/tomcat#325
  'tag-with-comma: Tags have a comma in them, and lists of tags are taken apart at commas.': [
    tagged((own) => own.replace(/"$/, ',0"')),
    comparing((tags, own) => tags.trim() === '*' || tags.split(',').some((one) => one.trim().replace(/^W\//, '') === own)),
  ],
  // gofiber/fiber, middleware/etag
  'first-weak-alone: Of several tags of which the first is weak only that one is looked at.': ({ isCurrent }) => ({
    isCurrent: (own, ask) => (/^W\/"[^"]*" *,/.test(asked(ask)) ? asked(ask).slice(2) === own : isCurrent(own, ask)),
  }),
  // jshttp/fresh before 2.0: both must match, and an answer without Last-Modified never does
  'date-beside-tag: A question by tag that names a date, too, is not heard.': [comparing(() => false), field('if-modified-since')],
  // apache/httpd, FileETag INode
  'inode-tags: Of two machines each has tags of its own.': [
    tagged((own) => own.replace(/^"/, '"2e0-')),
    connectionNumber((number) => number % 2 === 0),
  ],
}
