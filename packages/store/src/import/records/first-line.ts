/** The first line of a file, by which we know whether it is text, and what separates the cells of CSV. */
import type { Bytes } from './record-bytes.ts'

/** A longer line is not waited for. */
const maxHeadBytes = 64 * 1024

const utf8Mark = Buffer.from('\uFEFF')

/** The same bytes without a byte-order mark, with the whole first line in the first chunk. */
export async function* firstLineFirst(stream: Bytes): AsyncGenerator<Buffer> {
  let head: Buffer | undefined = Buffer.alloc(0)
  for await (const chunk of stream) {
    if (head === undefined) {
      yield Buffer.from(chunk.buffer, chunk.byteOffset, chunk.length)
      continue
    }
    head = Buffer.concat([head, chunk])
    if (head.length < maxHeadBytes && !head.includes('\n')) continue
    yield withoutMark(head)
    head = undefined
  }
  if (head !== undefined) yield withoutMark(head)
}

function withoutMark(head: Buffer): Buffer {
  return head.subarray(0, utf8Mark.length).equals(utf8Mark) ? head.subarray(utf8Mark.length) : head
}
