/** Faults of content codings: what is packed, for which requests, and under which tag. */
import { brotliCompressSync, gzipSync } from 'node:zlib'
import type { Change } from '../mutant.ts'
import { type Ask, type Reply, withBody, withField, withVary } from '../server/ask.ts'

/** Whether the request accepts this coding, with any weight but zero. */
export const taking =
  (coding: string) =>
  (ask: Ask | undefined): boolean =>
    new RegExp(String.raw`(?<![\w-])${coding}(?![\w-])(?! *; *q=0)`).test(
      ask?.headers['accept-encoding']?.toString() ?? '',
    )

const takesBrotli = taking('br')
export const takesGzip = taking('gzip')

/** The ending of a packed list's tag. */
const ending = /-packed"$/

/** The tag of the list before it is packed. */
export const plainTag = (tag: string): string => tag.replace(ending, '"')

interface Packing {
  /** The name of the coding, and the function that applies it. */
  readonly name?: string
  readonly pack?: (body: Buffer) => Buffer
  /** Whether this response is packed. */
  readonly packs?: (ask: Ask) => boolean
  /** Whether a tag with the ending of packed lists is recognised. */
  readonly knows?: (ask: Ask) => boolean
  /** The last look at a response that may have been packed. */
  readonly last?: (reply: Reply, ask: Ask, isPacked: boolean) => Reply
}

/** Packed with gzip, for requests that accept it. */
export const gzip: Packing = { name: 'gzip', pack: (body) => gzipSync(body), packs: takesGzip }

/** Packs lists for requests that accept it, under a tag of their own. All else is correct unless an option differs. */
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
      const varied = withVary(reply, 'Authorization, Accept-Encoding')
      const isPacked = packs(ask) && reply.status === 200
      return last(isPacked ? packed(varied, name, pack) : varied, ask, isPacked)
    },
  })

/** The reply packed in the coding of that name. */
export const packed = (reply: Reply, name: string, pack: (body: Buffer) => Buffer): Reply =>
  withField(withBody(reply, pack(Buffer.from(reply.body))), 'Content-Encoding', name)
