/** Splits a JSON array (RFC 8259) that arrives in pieces into the texts of its items, holding one item in memory. */

/** The longest item allowed, in UTF-16 code units: a service that never ends an item must not fill the memory. */
const maxItemLength = 1_000_000

/** Throws a `SyntaxError` if the text can't be an array. Whether an item is JSON is left to the caller, who parses it. */
export class ArraySplitter {
  #state: 'before' | 'within' | 'after' = 'before'
  /** The beginning of an item whose end has not come yet. */
  #item = ''
  #isFirst = true
  #depth = 0
  #isString = false
  #isEscaped = false

  /** Whether the array has ended. */
  get isWhole(): boolean {
    return this.#state === 'after'
  }

  /** The items that end in this piece. */
  *items(piece: string): Generator<string, void, undefined> {
    let from = 0
    for (let at = 0; at < piece.length; at += 1) {
      const character = piece.charAt(at)
      if (this.#state !== 'within') {
        this.#passOutside(character)
        from = at + 1
      } else if (this.#endsItem(character)) {
        const item = this.#item + piece.slice(from, at)
        const isNone = this.#isFirst && character === ']' && item.trim() === ''
        if (character === ']') this.#state = 'after'
        this.#isFirst = false
        this.#item = ''
        from = at + 1
        if (!isNone) yield item
      }
    }
    if (this.#state === 'within') this.#item += piece.slice(from)
    if (this.#item.length > maxItemLength) {
      throw new SyntaxError(`an item has more than ${maxItemLength} characters`)
    }
  }

  #passOutside(character: string): void {
    if (' \t\r\n'.includes(character)) return
    if (this.#state === 'after') throw new SyntaxError('something follows the array')
    if (character !== '[') throw new SyntaxError('the value is not an array')
    this.#state = 'within'
  }

  #endsItem(character: string): boolean {
    if (this.#isString) {
      this.#isString = this.#isEscaped || character !== '"'
      this.#isEscaped = !this.#isEscaped && character === '\\'
      return false
    }
    if (this.#depth === 0 && (character === ',' || character === ']')) return true
    if (character === '"') this.#isString = true
    else if (character === '{' || character === '[') this.#depth += 1
    else if (character === '}' || character === ']') this.#depth -= 1
    return false
  }
}
