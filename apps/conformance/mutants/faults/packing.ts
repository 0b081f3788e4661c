/** Faults of codings: what is packed, for whom, and under which tag. */
import { brotliCompressSync, gzipSync } from 'node:zlib'
import type { Change } from '../mutant.ts'
import { type Ask, type Reply, withBody, withField } from '../server/ask.ts'

/** Whether the request takes this coding, whatever its weight but zero. */
export const taking =
  (coding: string) =>
  (ask: Ask | undefined): boolean =>
    new RegExp(String.raw`(?<![\w-])${coding}(?![\w-])(?! *; *q=0)`).test(
      ask?.headers['accept-encoding']?.toString() ?? '',
    )

export const takesBrotli = taking('br')
export const takesGzip = taking('gzip')

/** What stands behind the tag of a packed list. */
const ending = /-packed"$/

/** The tag of the list as it is. */
export const plainTag = (tag: string): string => tag.replace(ending, '"')

export interface Packing {
  /** The name of the coding, and what makes it. */
  readonly name?: string
  readonly pack?: (body: Buffer) => Buffer
  /** Whether this answer is packed. */
  readonly packs?: (ask: Ask) => boolean
  /** Whether a tag with the ending of packed ones is known again. */
  readonly knows?: (ask: Ask) => boolean
  /** The last look at an answer that may have been packed. */
  readonly last?: (reply: Reply, ask: Ask, isPacked: boolean) => Reply
}

/** As gzip packs it, for those who take that. */
export const gzip: Packing = { name: 'gzip', pack: (body) => gzipSync(body), packs: takesGzip }

/** Who takes it packed gets it so, with a tag of its own; the rest is as it should be unless it is told otherwise. */
export const packing =
  ({
    name = 'br',
    pack = (body) => brotliCompressSync(body),
    packs = takesBrotli,
    knows = () => true,
    last = (reply) => reply,
  }: Packing): Change =>
  ({ tag, isCurrent, finish }) => ({
    tag: (body, ask) => (packs(ask) ? tag(body, ask).replace(/"$/, '-packed"') : tag(body, ask)),
    isCurrent: (own, ask) => (knows(ask) && isCurrent(own, ask)) || isCurrent(plainTag(own), ask),
    finish: async (given, ask) => {
      const reply = await finish(given, ask)
      if (ask === undefined || reply.status >= 400) return reply
      const varied = withField(reply, 'Vary', 'Authorization, Accept-Encoding')
      const isPacked = packs(ask) && reply.status === 200
      return last(isPacked ? packed(varied, name, pack) : varied, ask, isPacked)
    },
  })

/** The reply in a coding of that name. */
export const packed = (reply: Reply, name: string, pack: (body: Buffer) => Buffer): Reply =>
  withField(withBody(reply, pack(Buffer.from(reply.body))), 'Content-Encoding', name)
