/** Turns the pieces of text that a pipe delivers into whole lines, so that lines of several writers can be mixed. */

const newline = 0x0a

/**
 * Passes on every piece up to its last newline, and keeps the rest for the next piece. A partial line left at the end,
 * by a writer that was killed, is dropped.
 */
export function wholeLines(handOn: (lines: string) => void): (piece: Buffer) => void {
  let rest: Buffer[] = []
  return (piece) => {
    const end = piece.lastIndexOf(newline) + 1
    if (end > 0) {
      handOn(Buffer.concat([...rest, piece.subarray(0, end)]).toString())
      rest = []
    }
    if (end < piece.length) rest.push(piece.subarray(end))
  }
}
