/** A reply in HTTP/2 (RFC 9113), for a client whose offer of h2c was accepted: its request is stream 1. */
import type { Field } from '@plant-store/raw-http'
import type { Reply } from './ask.ts'

/** Types of frames and their flags (RFC 9113, 6). */
const data = { type: 0, flags: 1 }
const headers = { type: 1, flags: 4 }
const settings = { type: 4, flags: 0 }

/** The server's SETTINGS, and then the reply in a HEADERS and a DATA frame. */
export function toHttp2({ status, fields, body }: Reply): Buffer {
  const own = fields
    .map(([name, value]): Field => [name.toLowerCase(), value])
    .filter(([name]) => name !== 'connection' && name !== 'transfer-encoding')
  const block = Buffer.concat([[':status', String(status)] as const, ...own].map((field) => toLiteral(field)))
  return Buffer.concat([
    frame(settings, 0, Buffer.alloc(0)),
    frame(headers, 1, block),
    frame(data, 1, Buffer.from(body)),
  ])
}

function frame({ type, flags }: { type: number; flags: number }, stream: number, payload: Buffer): Buffer {
  const head = Buffer.alloc(9)
  head.writeUIntBE(payload.length, 0, 3)
  head.writeUInt8(type, 3)
  head.writeUInt8(flags, 4)
  head.writeUInt32BE(stream, 5)
  return Buffer.concat([head, payload])
}

/** A field with neither index nor Huffman coding (RFC 7541, 6.2.2). */
const toLiteral = (field: Field): Buffer =>
  Buffer.concat([
    Buffer.from([0]),
    ...field.map((text) => Buffer.concat([lengthOf(text), Buffer.from(text, 'latin1')])),
  ])

/** In one octet up to 126; seven bits to an octet of what is above (RFC 7541, 5.1). */
function lengthOf({ length }: string): Buffer {
  if (length < 127) return Buffer.from([length])
  const octets = [127]
  let rest = length - 127
  for (; rest > 127; rest >>= 7) octets.push((rest & 127) | 128)
  return Buffer.from([...octets, rest])
}
