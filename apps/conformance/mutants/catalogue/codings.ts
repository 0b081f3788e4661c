/** Headers: packed lists, and how they are cached, tagged and recognised. */
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

/** The first packed answer for a target goes to all clients that accept brotli, each with its own X-Request-Id. */
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

/** Whether a caller's first request for a target accepted brotli applies to all the caller's later ones. */
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

/** All answers are packed from one shared buffer. */
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
  'packed-shared: A client that accepts brotli gets the list of the first caller who asked for the same target with brotli.': packedForAll,
  "packed-at-once: Lists that are compressed at the same time all carry the last one's content, whoever the caller is.": packingTogether,
}

export const completed: Faults = {
  'packed-tag-forgotten: With a limit, the tag of a compressed list is not recognised.': packing({ knows: ({ limit }) => limit === undefined }),
  'empty-packed-nothing: An empty list has no octets when it is compressed.': packing({
    last: (reply, ask, isPacked) =>
      isPacked && (ask.limit === 0 || ask.world.plants.every((plant) => !sees(plant, ask))) ? withBody(reply, '') : reply,
  }),
  '304-names-plain-tag: A 304 to a client that accepts brotli has the ETag of the uncompressed list.': packing({
    last: (reply) => (reply.status === 304 ? withField(reply, 'ETag', plainTag(fieldOf(reply, 'ETag') ?? '')) : reply),
  }),
  "first-coding-kept: Whether a caller's first request for a target accepts brotli decides the coding of all later lists there.": firstCodingKept,
  '304-other-vary: Vary names Accept-Encoding in a list but not in its 304.': [sending('Vary', 'Authorization, Accept-Encoding'), is200],
  'gzip-within-name: A client that accepts only pack200-gzip gets gzip.': packing({
    ...gzip,
    packs: (ask) => takesGzip(ask) || takesPack200(ask),
  }),
  'plain-varies-not: Lists are gzipped on request, but only the gzipped ones have Accept-Encoding in Vary.': packing({
    ...gzip,
    last: (reply, ask) => (takesGzip(ask) ? reply : withField(reply, 'Vary', 'Authorization')),
  }),
  'head-coded: HEAD that accepts gzip is told that the list is compressed, which it is not.': [
    sending('Content-Encoding', 'gzip'),
    is200,
    method('HEAD'),
    namesGzip,
  ],
  '304-coded: A 304 to a client that accepts gzip says that the list is compressed, which it is not.': [
    sending('Content-Encoding', 'gzip'),
    is304,
    namesGzip,
  ],
}
