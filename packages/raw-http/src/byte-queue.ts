/** Bytes that arrive in pieces, read as lines and stretches by code that waits by `yield`. */

/** A step that yields while it needs more bytes than have arrived. */
export type Step<Result> = Generator<undefined, Result>

/** `push` what arrives, and call `end` after it; a reader takes it with `yield*`. */
export class ByteQueue {
  rest = Buffer.alloc(0)
  ended = false
  /** The end was not a regular one. */
  broken = false

  push(bytes: Uint8Array): void {
    this.rest = Buffer.concat([this.rest, bytes])
  }

  end(isBroken = false): void {
    this.ended = true
    this.broken = isBroken
  }

  /** The next line with its ending, as Latin-1; what is left, if the end comes first. */
  *line(): Step<string> {
    const line = yield* this.peekLine()
    this.#take(line.length)
    return line
  }

  /** The same, and leaves it there. */
  *peekLine(): Step<string> {
    let at = this.rest.indexOf('\n')
    while (at === -1 && !this.ended) {
      yield
      at = this.rest.indexOf('\n')
    }
    return this.rest.toString('latin1', 0, at === -1 ? this.rest.length : at + 1)
  }

  /** The next `count` bytes; fewer, if the end comes first. */
  *stretch(count: number): Step<Buffer> {
    const pieces: Buffer[] = []
    let missing = count
    for (;;) {
      const piece = this.#take(Math.min(missing, this.rest.length))
      pieces.push(piece)
      missing -= piece.length
      if (missing === 0 || this.ended) {
        return Buffer.concat(pieces)
      }
      yield
    }
  }

  #take(count: number): Buffer {
    const taken = this.rest.subarray(0, count)
    this.rest = this.rest.subarray(count)
    return taken
  }
}
