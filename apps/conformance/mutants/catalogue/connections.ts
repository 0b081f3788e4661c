/** Conditional requests, how connections end, and content that nobody reads. */
import { closing, unmeasured, writing, answering, lacking, sending } from '../faults/replies.ts'
import { type Change, type Faults, on, both } from '../mutant.ts'
import { type Reply } from '../server/ask.ts'
import { type SeenPlant, fixedWorld, worldWith } from '../server/world.ts'
import { bodied, inTurn, toBytes } from '../server/write-reply.ts'
import { field, http10, is200, method, not, request, status, wouldKeep, every, is304, is404 } from '../triggers.ts'
import { answeringContent, keeping, rememberingTags } from '../faults/memory.ts'
import { lengthOf, stricter } from '../faults/routes.ts'
import { setTimeout as wait } from 'node:timers/promises'
import { anyCurrent, asWeak, asked, deaf, tagWith, tagged } from '../faults/conditions.ts'

/** Writes responses as these bytes, bypassing Node, and leaves the connection as it is. */
const leavingOpen = (bytesOf: (reply: Reply) => Buffer): Change =>
  writing((reply, ask) => inTurn(ask, () => void ask.socket.write(bytesOf(bodied(reply, ask)))))

/** Cuts the connection when the client has not taken the whole response within a second. */
const impatient: Change = ({ write }) => ({
  write: (reply, ask) => {
    write(reply, ask)
    setTimeout(() => ask.response.writableFinished || ask.socket.destroy(), 1000).unref()
  },
})

/** Some plants have very long names, so the list takes several megabytes. */
const heavy = worldWith([
  ...fixedWorld.plants,
  ...Array.from({ length: 6 }, (_none, index): SeenPlant => ({ name: `${index} ${'Fern '.repeat(200_000)}`, seenBy: ['ana'] })),
])

/** The idle timer of a connection was set twice and cancelled once; responses take a tenth of a second. */
const leakedTimer: Change = ({ pause }) => ({
  pause: async (ask) => {
    if (ask.pieces === 0) setTimeout(() => ask.socket.destroy(), 5000).unref()
    await wait(100)
    await pause(ask)
  },
})

const star = field('if-none-match', /^\*$/)

const unmodified = both(answering(304, ''), lacking('Content-Length'))

/** Compares the condition with the list's own tag by `isKnown`. */
const comparing =
  (isKnown: (asked: string, own: string) => boolean): Change =>
  () => ({ isCurrent: (own, ask) => isKnown(asked(ask), own) })

export const given: Faults = {
  'slow-reader: A client that takes more than a second to read a response is cut off in the middle of it.': [impatient, heavy],
  'hasty: A client that takes a third of a second to send the head of its first request in pieces gets 408.': [
    stricter((ask) => ask.pieces >= 2 && ask.onConnection === 1 && ask.connection.ageMs > 350, 'requestTimeout'),
    on(status(408), closing),
  ],
  // puma/puma#1565
  'version-field: The response to a GET with a Version field has neither a length nor chunks, on a connection that is kept.': [
    leavingOpen((reply) => toBytes({ ...reply, body: '', fields: [...unmeasured(reply), ['Connection', 'Keep-Alive']] })),
    is200,
    method('GET'),
    field('version'),
  ],
  // Kludex/uvicorn#824
  'leaked-timer: Five seconds after pipelined requests the connection is closed, whatever is under way.': leakedTimer,
}

export const completed: Faults = {
  'old-stays-open: After a response to an HTTP/1.0 client the connection stays open, although the response says Connection: close.': [
    leavingOpen((reply) => toBytes({ ...reply, fields: [...reply.fields, ['Connection', 'close']] })),
    http10,
    not(wouldKeep),
  ],
  'content-behind-401: More than ten thousand bytes of content with a refused token are taken for the next request.': [
    answeringContent,
    request((ask) => ask.trace.status === 401 && lengthOf(ask) > 10_000),
  ],
  'never-304-several: A list of several tags never matches.': [deaf, field('if-none-match', /,/)],
  'seldom-304: Every eighth request gets 304 if it has If-None-Match.': [anyCurrent, field('if-none-match', /./), every(8)],
  'known-tag-304: Any tag that the caller was ever sent gets 304, whatever the list.': rememberingTags(({ caller }) => caller?.name ?? ''),
  'date-304: Any If-Modified-Since gets 304.': [anyCurrent, field('if-modified-since')],
  'old-list-200: A conditional request is answered with the first list that was ever requested with a condition.': [
    keeping('encodeList', () => 'the first'),
    field('if-none-match'),
  ],
  'one-tag: All lists have the same ETag.': tagged(() => '"plants"'),
  'tag-by-turns: The ETag of the same list rotates through three values.': tagWith(({ number }) => number % 3),
  '304-other-tag: A 304 has a different ETag from the list.': [sending('ETag', '"304"'), is304],
  'star-304-elsewhere: A request for an unknown path gets 304 for If-None-Match: *.': [unmodified, is404, star],
  // rage-rb/rage#324
  'weak-compared-strongly: ETags are weak, and one in If-None-Match that lacks its W/ is not recognised.': [
    tagged(asWeak),
    comparing((tags, own) => tags.trim() === '*' || tags.split(/,\s*/).includes(own)),
  ],
  // jshttp/fresh before 2.0: both must match, and a response without Last-Modified never does
  'date-beside-tag: If-None-Match beside If-Modified-Since is ignored.': [comparing(() => false), field('if-modified-since')],
}
