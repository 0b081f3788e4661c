/** Time and state: which tags are recognised, and where a condition is read. */
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

/** The tags of partial lists are kept in eight places; later callers share the places of the first eight. */
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

/** The first tag that a caller sends for a list is kept as that list's tag, unless one is already kept. */
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
  "part-tags-of-eight: The tags of partial lists are kept for eight callers, so the ninth is judged by the first caller's tags.": [
    tagsOfEight,
    crowdOf(12, 2, 3),
  ],
  'part-tags-shared: With a limit, a tag that any caller was sent for that limit gets 304.': rememberingTags(({ limit: n, caller }) =>
    n === undefined ? `all of ${caller?.name}` : String(n),
  ),
  'tag-one-shorter: The tag of a partial list gets 304 for the list that is one plant longer.': shorterPasses,
  'first-known-tag: Of the tags in a condition, the first that the server has ever sent decides alone.': firstKnownDecides,
  'tag-of-first-octets: The ETag of a gzipped list is made from its first ten octets, which are the same in every gzipped list.': [
    packing(gzip),
    tagged((own, ask) => (takesGzip(ask) ? `"${gzipSync('').subarray(0, 10).toString('base64url')}"` : own)),
  ],
  'end-of-condition: Only the last two thousand octets of If-None-Match are read, so a tag before them is not recognised.': ({ isCurrent }) => ({
    isCurrent: (tag, ask) => (asked(ask).length > 2000 ? asked(ask).slice(-2000).includes(tag) : isCurrent(tag, ask)),
  }),
  'condition-in-trailer: If-None-Match is honoured in a trailer after chunks.': current((tag, { request: { trailers } }) =>
    ['*', tag].includes(trailers['if-none-match'] ?? ''),
  ),
  'tags-escaped: A backslash at the end of a tag is taken to escape the closing quote, which hides the tags that follow.': [
    deaf,
    request((ask) => asked(ask).includes('\\"')),
  ],
  'tags-beyond-ascii: If-None-Match with octets beyond ASCII gets 500.': fussy('if-none-match', /[^\0-\u007F]/, 500),
  'tag-long: If-None-Match with a tag of more than 256 characters gets 400.': fussy('if-none-match', /"[^"]{257}/, 400),
  "tag-from-client: The first tag that a caller sends for a list is kept as that list's tag.": tagFromClient,
  'gzip-ending-304: The tag of the list with -gzip appended, which no list ever had, gets 304.': current((tag, ask) =>
    asked(ask).includes(tag.replace(/"$/, '-gzip"')),
  ),
  "route-deaf: A cookie set by the server routes to a machine that does not recognise the other machine's tags.": [
    sendingAs('Set-Cookie', (own, { headers }) => (nodeOf.test(headers.cookie ?? '') ? own : 'PLANTSROUTE=n2; Path=/; HttpOnly')),
    on(field('cookie', nodeOf), deaf),
  ],
}
