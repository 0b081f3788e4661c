/** From pieces of text as pipes deliver them to whole lines: lines of several writers may then be mixed. */

const newline = 0x0a

/**
 * Hands on every piece as far as its last line is whole, and keeps the rest for the next piece. What is left at the end,
 * of a writer that was killed, is dropped.
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
