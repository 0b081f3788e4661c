/** Class 10, continued: which tags are known again, and where a condition is read. */
import { gzipSync } from 'node:zlib'
import { asked, current, deaf, tagged } from '../faults/conditions.ts'
import { placeOf } from '../faults/lists.ts'
import { rememberingTags } from '../faults/memory.ts'
import { gzip, packing, takesGzip } from '../faults/packing.ts'
import { fussy, sendingAs } from '../faults/replies.ts'
import { type Change, type Faults, on } from '../mutant.ts'
import type { Ask } from '../server/ask.ts'
import { crowdOf } from '../server/world.ts'
import { field, request } from '../triggers.ts'

/** Tags of parts are kept for eight people; a later one is taken for who has the place. */
const tagsOfEight: Change = ({ isCurrent }) => {
  const kept = new Map<string, string>()
  return {
    isCurrent: (tag, ask) => {
      if (ask.limit === undefined) return isCurrent(tag, ask)
      const index = placeOf(ask)
      const place = `${index % 8} ${ask.limit}`
      if (index < 8) kept.set(place, tag)
      return isCurrent(kept.get(place) ?? tag, ask)
    },
  }
}

/** The first tag of a condition that was ever sent decides alone. */
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

/** The tag of a part that is one plant shorter passes. */
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

/** The first condition of a caller whose list is not known yet is kept as the tag of that list. */
const tagFromClient: Change = ({ isCurrent }) => {
  const tags = new Map<string, string>()
  return {
    isCurrent: (tag, ask) => {
      const key = `${ask.caller?.name} ${ask.url}`
      const kept = tags.get(key) ?? (/^"[^"]+"$/.test(asked(ask)) ? asked(ask) : tag)
      tags.set(key, kept)
      return isCurrent(tag, ask) || (kept !== tag && asked(ask) === kept)
    },
  }
}

const nodeOf = /\bPLANTSROUTE=\w/

export const completed: Faults = {
  'part-tags-of-eight: The tags of parts are known for eight people: the ninth is answered by the tag of the first.': [
    tagsOfEight,
    crowdOf(12, 2, 3),
  ],
  'part-tags-shared: With a limit, the tag that anybody was told for that limit gets 304.': rememberingTags(({ limit: n, caller }) =>
    n === undefined ? `all of ${caller?.name}` : String(n),
  ),
  'tag-one-shorter: The tag of a part gets 304 for the part that is one plant longer.': shorterPasses,
  'first-known-tag: Of the tags of a condition the first that was ever sent decides alone.': firstKnownDecides,
  'tag-of-first-octets: The ETag of a gzipped list is made of its first ten octets, which all of them share.': [
    packing(gzip),
    tagged((own, ask) => (takesGzip(ask) ? `"${gzipSync('').subarray(0, 10).toString('base64url')}"` : own)),
  ],
  'end-of-condition: Of a condition the last two thousand octets are read: a tag before them is not known.': ({ isCurrent }) => ({
    isCurrent: (tag, ask) => (asked(ask).length > 2000 ? asked(ask).slice(-2000).includes(tag) : isCurrent(tag, ask)),
  }),
  'condition-in-trailer: If-None-Match in a trailer behind chunks is heard.': current((tag, { request: { trailers } }) =>
    ['*', tag].includes(trailers['if-none-match'] ?? ''),
  ),
  'tags-escaped: A backslash at the end of a tag is taken to escape the quote behind it, and hides the tags that follow.': [
    deaf,
    request((ask) => asked(ask).includes('\\"')),
  ],
  'tags-beyond-ascii: If-None-Match with octets beyond ASCII gets 500.': fussy('if-none-match', /[^\0-\u007F]/, 500),
  'tag-long: If-None-Match with a tag of more than 256 characters gets 400.': fussy('if-none-match', /"[^"]{257}/, 400),
  'tag-from-client: The first condition that a caller sends for a list is kept as the tag of that list.': tagFromClient,
  'gzip-ending-304: The tag of the list with -gzip behind it, which no list ever had, gets 304.': current((tag, ask) =>
    asked(ask).includes(tag.replace(/"$/, '-gzip"')),
  ),
  'route-deaf: A cookie of an answer leads to a machine that does not know the tags of the other one.': [
    sendingAs('Set-Cookie', (own, { headers }) => (nodeOf.test(headers.cookie ?? '') ? own : 'PLANTSROUTE=n2; Path=/; HttpOnly')),
    on(field('cookie', nodeOf), deaf),
  ],
}
