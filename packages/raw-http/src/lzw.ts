/** The coding `compress`: Lempel-Ziv-Welch, as the program of that name writes it (RFC 9110, 8.4.1.1). */

/** The octets that all data in this coding begins with. */
const magic = 0x1f9d
/** The bits of the first codes, and the most bits that codes can have. */
const firstBits = 9
const mostBits = 16
/** The code that resets the table, and the flag in the third octet that says there is such a code. */
const clear = 256
const withClear = 0x80

const singles: readonly Buffer[] = Array.from({ length: 256 }, (_, octet) => Buffer.from([octet]))

/**
 * Decodes the octets. Throws a `RangeError` for what is not in this coding, and one with the code
 * `ERR_BUFFER_TOO_LARGE`, as `node:zlib` does, where the result would have more than `maxOutputLength` octets.
 */
export function decodeLzw(packed: Buffer, { maxOutputLength }: { readonly maxOutputLength: number }): Buffer {
  const { longest, hasClear } = readForm(packed)
  const codes = new Codes(packed.subarray(3))
  const pieces: Buffer[] = []
  const begun = [...singles, ...(hasClear ? [Buffer.alloc(0)] : [])]
  let table = [...begun]
  let before: Buffer | undefined
  let length = 0
  for (let code = codes.next(); code !== undefined; code = codes.next()) {
    if (hasClear && code === clear) {
      table = [...begun]
      before = undefined
      codes.setBits(firstBits)
      continue
    }
    const piece = table[code] ?? itsOwn(before, code, table.length)
    pieces.push(piece)
    length += piece.length
    if (length > maxOutputLength) throw tooLarge(maxOutputLength)
    if (before !== undefined && table.length < 2 ** longest)
      table.push(Buffer.concat([before, piece.subarray(0, 1)]))
    before = piece
    if (table.length >= 2 ** codes.bits && codes.bits < longest) codes.setBits(codes.bits + 1)
  }
  return Buffer.concat(pieces)
}

/** An error like that of `node:zlib`. */
export const tooLarge = (most: number): RangeError =>
  Object.assign(new RangeError(`More than ${most} octets.`), { code: 'ERR_BUFFER_TOO_LARGE' })

/** The most bits that codes can have, and whether one of the codes resets the table. */
function readForm(packed: Buffer): { readonly longest: number; readonly hasClear: boolean } {
  const flags = packed[2] ?? 0
  const longest = flags & 0x1f
  if (packed.length < 3 || packed.readUInt16BE(0) !== magic || longest < firstBits || longest > mostBits)
    throw new RangeError('The octets are not in the coding compress.')
  return { longest, hasClear: (flags & withClear) !== 0 }
}

/** What a code stands for that is defined by its own use: the piece before it, and that piece's first octet again. */
function itsOwn(before: Buffer | undefined, code: number, next: number): Buffer {
  if (before === undefined || code !== next) throw new RangeError(`The code ${code} stands for nothing.`)
  return Buffer.concat([before, before.subarray(0, 1)])
}

/** Reads codes, lowest bit first. They are written in groups of eight; all codes of a group have equally many bits. */
class Codes {
  readonly #octets: Buffer
  bits = firstBits
  /** Where the first group of codes with the current number of bits begins, and where the next code does, in bits. */
  #from = 0
  #at = 0

  constructor(octets: Buffer) {
    this.#octets = octets
  }

  setBits(bits: number): void {
    const group = this.bits * 8
    this.#from += Math.ceil((this.#at - this.#from) / group) * group
    this.#at = this.#from
    this.bits = bits
  }

  /** Undefined at the end. */
  next(): number | undefined {
    const octet = this.#at >> 3
    const shift = this.#at & 7
    this.#at += this.bits
    if (this.#at > this.#octets.length * 8) return undefined
    const three = [0, 8, 16].reduce((sum, by, index) => sum | ((this.#octets[octet + index] ?? 0) << by), 0)
    return (three >> shift) & ((1 << this.bits) - 1)
  }
}
