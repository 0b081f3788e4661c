/** Class 4, continued: lists that are packed, and what is remembered, named and known of them. */
import { setTimeout } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import { sees } from '../faults/lists.ts'
import { gzip, packed, packing, plainTag, takesBrotli, takesGzip, taking } from '../faults/packing.ts'
import { sending } from '../faults/replies.ts'
import type { Change, Faults } from '../mutant.ts'
import { fieldOf, type Reply, withBody, withField } from '../server/ask.ts'
import { field, is200, is304, method } from '../triggers.ts'

const takesPack200 = taking('pack200-gzip')
const namesGzip = field('accept-encoding', /\bgzip\b/)

/** The first packed answer of an address goes to all who take one, under their own ids. */
const packedForAll: Change = (reference) => {
  const kept = new Map<string, Reply>()
  return packing({
    last: (reply, ask, isPacked) => {
      if (!isPacked || ask.method !== 'GET') return reply
      const known = kept.get(ask.url) ?? reply
      kept.set(ask.url, known)
      return withField(known, 'X-Request-Id', fieldOf(reply, 'X-Request-Id'))
    },
  })(reference)
}

/** Whether the first who asked at an address took brotli holds for that caller from then on. */
const firstCodingKept: Change = (reference) => {
  const first = new Map<string, boolean>()
  return packing({
    packs: (ask) => {
      const key = `${ask.caller?.token} ${ask.url}`
      const known = first.get(key) ?? takesBrotli(ask)
      first.set(key, known)
      return known
    },
  })(reference)
}

/** One buffer is packed from, for all answers. */
const packingTogether: Change = ({ finish }) => {
  let buffer: Reply['body'] = ''
  return {
    finish: async (given, ask) => {
      const reply = await finish(given, ask)
      if (reply.status !== 200 || !takesGzip(ask)) return reply
      buffer = reply.body
      await setTimeout(20)
      const varied = withField(reply, 'Vary', 'Accept-Encoding, Authorization')
      return packed(varied, 'gzip', () => gzipSync(buffer))
    },
  }
}

export const given: Faults = {
  'packed-shared: Who takes brotli gets the list of whoever asked first at that address and took it.': packedForAll,
  "packed-at-once: Of lists that are packed at the same time, all are the last one, whoever's it is.": packingTogether,
}

export const completed: Faults = {
  'packed-tag-forgotten: With a limit, the tag of a packed list is not known again.': packing({ knows: ({ limit }) => limit === undefined }),
  'empty-packed-nothing: An empty list has no octet where it is packed.': packing({
    last: (reply, ask, isPacked) =>
      isPacked && (ask.limit === 0 || ask.world.plants.every((plant) => !sees(plant, ask))) ? withBody(reply, '') : reply,
  }),
  '304-names-plain-tag: A 304 to who takes brotli names the tag of the list as it is.': packing({
    last: (reply) => (reply.status === 304 ? withField(reply, 'ETag', plainTag(fieldOf(reply, 'ETag') ?? '')) : reply),
  }),
  'first-coding-kept: Who took brotli at an address gets it there from then on, whatever else is taken.': firstCodingKept,
  '304-other-vary: A list varies by Accept-Encoding too, and the 304 in its place does not.': [
    sending('Vary', 'Authorization, Accept-Encoding'),
    is200,
  ],
  'gzip-within-name: Who takes pack200-gzip alone gets gzip.': packing({
    ...gzip,
    packs: (ask) => takesGzip(ask) || takesPack200(ask),
  }),
  'plain-varies-not: Who takes gzip gets it, and only packed lists vary by that.': packing({
    ...gzip,
    last: (reply, ask) => (takesGzip(ask) ? reply : withField(reply, 'Vary', 'Authorization')),
  }),
  'head-coded: HEAD of who takes gzip is told that the list is packed, which it is not.': [
    sending('Content-Encoding', 'gzip'),
    is200,
    method('HEAD'),
    namesGzip,
  ],
  '304-coded: A 304 to who takes gzip says that the list is packed, which it is not.': [sending('Content-Encoding', 'gzip'), is304, namesGzip],
}
