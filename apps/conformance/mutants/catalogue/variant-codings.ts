/** Correct servers: how responses are framed and coded. */
import { hinting, replyingWithList, sendingAs, varying, writing } from '../faults/replies.ts'
import { type Change, type Faults } from '../mutant.ts'
import { withField } from '../server/ask.ts'
import { bodied, endWith, toBytes } from '../server/write-reply.ts'
import { all, http10, is200, method, not } from '../triggers.ts'
import { gzipSync, zstdCompressSync } from 'node:zlib'
import { inAscii } from '../faults/bodies.ts'
import { asWeak, asked, current, tagged } from '../faults/conditions.ts'
import { gzip, packed, packing, plainTag, takesGzip, taking } from '../faults/packing.ts'

const wholly = all(is200, method('GET'))

const whollyNow = all(wholly, not(http10))

const bytesOf = (change: (head: string) => string): Change =>
  writing((reply, ask) => {
    const bytes = toBytes({ ...bodied(reply, ask), fields: [...reply.fields, ['Connection', 'close']] }).toString('latin1')
    const end = bytes.indexOf('\r\n\r\n') + 4
    endWith(Buffer.from(change(bytes.slice(0, end)) + bytes.slice(end), 'latin1'), ask)
  })

/** A client that accepts gzip gets the list compressed; a 304 has the length that a 200 to the same request would have (RFC 9110, 8.6). */
const measuredInForm = replyingWithList((reply, list, ask) => {
  if (reply.status === 304) return withField(reply, 'Content-Length', String((takesGzip(ask) ? gzipSync(list) : list).length))
  return reply.status === 200 && takesGzip(ask) ? packed(reply, 'gzip', (body) => gzipSync(body)) : reply
})

export const completed: Faults = {
  'old-version: The server speaks HTTP/1.0, and closes each connection after its response.': [
    () => ({ heldContent: () => 'done without' }),
    bytesOf((head) => head.replace('HTTP/1.1', 'HTTP/1.0')),
  ],
  'early-hints: A 103 precedes each list.': [hinting('103 Early Hints\r\nLink: </plants>; rel=self'), whollyNow],
  // As Jetty does.
  'packed-tag-known-plain: A client that accepts gzip gets the list compressed, with --gzip at the end of its ETag, which is overlooked in If-None-Match.':
    [
      packing(gzip),
      sendingAs('ETag', (own) => own?.replace(/-packed"$/, '--gzip"')),
      current((own, ask) => asked(ask).includes(plainTag(own).replace(/"$/, '--gzip"'))),
    ],
  'zstd: A client that accepts zstd gets the list compressed, with its own ETag.': packing({
    packs: taking('zstd'),
    name: 'zstd',
    pack: (body) => zstdCompressSync(body),
  }),
  'packed-304-with-length: ETags are weak, a client that accepts gzip gets the list compressed, and a 304 has the length of the form that is asked for.':
    [tagged(asWeak), varying('Accept-Encoding, Authorization'), measuredInForm],
  // The charset is that of the text before it is coded (RFC 9110, 8.3.2 and 8.4).
  'ascii-packed: Characters beyond ASCII are escaped, Content-Type names the charset us-ascii, and a client that accepts gzip gets the list compressed.':
    [inAscii, packing(gzip)],
}
