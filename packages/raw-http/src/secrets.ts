/** Tokens by name: requests are written without showing a token, and no shell line ever shows one. */
import type { SentRequest } from './exchange.ts'
import { LocalFailure } from './local-failure.ts'
import { rewriteRequest } from './request.ts'

/** The tokens of the callers, and tokens that must be refused. */
export interface Tokens {
  readonly callers: readonly { readonly token: string }[]
  readonly refusedTokens: readonly string[]
}

/** A token, or a text made from one. */
interface Entry {
  readonly text: string
  /** What a shell with the tokens in its environment expands to the text, such as `${TOKEN:0:5}`. */
  readonly shell: string
}

/** A piece of a text: bytes as they are, or an expression that the shell expands. */
export type Piece = { readonly plain: string } | { readonly shell: string }

/** From U+F0000 on, a character does not stand for a byte, but is the stand-in for one text. */
const firstMark = 0xf0000
const lastMark = 0x10ffff
/** Occurs in every text that contains a stand-in, and is quick to look for. */
const halfMark = /[\uDB80-\uDBFF]/
const marks = /[\u{F0000}-\u{10FFFF}]/gu

/** A token whose parts can be named. */
export interface Token {
  /** Stands for the token in the text of a request. */
  readonly mark: string
  readonly length: number
  /** The part of the token between these places, as `String.slice` counts them, but never negative. */
  slice(from: number, to?: number): string
  /** The token with the case of each letter swapped; undefined where that changes nothing. */
  readonly otherCase: string | undefined
  /** The token in base64, with these characters before and after it: `:`, letters, digits, `-`, `_`. */
  base64(before?: string, behind?: string): string
  /** The character at this place. */
  at(index: number): string
}

/** Every token sent to one service, and the texts made from them. Beyond some 130,000 it throws a `LocalFailure`. */
export class Secrets {
  readonly callers: readonly Token[]
  readonly refused: readonly Token[]
  readonly #entries: Entry[] = []
  readonly #marks = new Map<string, string>()
  /** Most requests are looked at several times, and many are sent again and again. */
  readonly #revealed = new WeakMap<SentRequest, SentRequest>()
  readonly #shown = new WeakMap<SentRequest, SentRequest>()

  constructor({ callers, refusedTokens }: Tokens) {
    this.callers = callers.map(({ token }, index) => this.#name(token, tokenName('TOKEN', index)))
    this.refused = refusedTokens.map((token, index) => this.#name(token, tokenName('REFUSED_TOKEN', index)))
  }

  /** The text as it is sent: every stand-in is replaced by what it stands for. */
  reveal(text: string): string {
    if (!halfMark.test(text)) return text
    return text.replaceAll(marks, (mark) => this.#entry(mark).text)
  }

  /** The request as it is sent: the same object each time. */
  revealIn(request: SentRequest): SentRequest {
    const known = this.#revealed.get(request) ?? rewriteRequest(request, (text) => this.reveal(text))
    this.#revealed.set(request, known)
    return known
  }

  /** The request as it is shown: the same object each time. */
  showIn(request: SentRequest): SentRequest {
    const known = this.#shown.get(request) ?? rewriteRequest(request, (text) => this.show(text))
    this.#shown.set(request, known)
    return known
  }

  /** The text as it is shown: every stand-in is replaced by its name. */
  show(text: string): string {
    if (!halfMark.test(text)) return text
    return this.pieces(text)
      .map((piece) => ('shell' in piece ? piece.shell : piece.plain))
      .join('')
  }

  /** The text with stand-ins for the tokens that it contains as they are. */
  hide(text: string): string {
    const known = this.#entries
      .filter(({ text: token, shell }) => token !== '' && /^\$\w+$/.test(shell))
      .toSorted((one, other) => other.text.length - one.text.length)
    return known.reduce((hidden, entry) => {
      const found = entry.text.length < minLength ? asWord(entry.text) : entry.text
      return hidden.replaceAll(found, () => this.#mark(entry))
    }, text)
  }

  /** The text cut where stand-ins begin and end. */
  pieces(text: string): readonly Piece[] {
    return text
      .split(/([\u{F0000}-\u{10FFFF}])/u)
      .map((part, index, parts) =>
        index % 2 === 0
          ? { plain: part }
          : { shell: delimit(this.#entry(part).shell, parts[index + 1] ?? '') },
      )
      .filter((piece) => 'shell' in piece || piece.plain !== '')
  }

  /** The text before the byte with this number, and the rest; both with stand-ins. */
  cut(text: string, bytes: number): readonly [string, string] {
    let left = bytes
    let begin = ''
    for (const character of text) {
      const entry = this.#entryOf(character)
      const { length } = entry?.text ?? character
      if (left < length) {
        const rest = text.slice(begin.length + character.length)
        const [one, other] = entry === undefined ? ['', character] : this.#halve(entry, left)
        return [begin + one, other + rest]
      }
      left -= length
      begin += character
    }
    return [begin, '']
  }

  /** A shell can only cut a plain token: any other text goes to the second half as a whole. */
  #halve({ text, shell }: Entry, at: number): readonly [string, string] {
    const [, name] = /^\$(\w+)$/.exec(shell) ?? []
    if (name === undefined || at === 0) return ['', this.#mark({ text, shell })]
    return [
      this.#mark({ text: text.slice(0, at), shell: `\${${name}:0:${at}}` }),
      this.#mark({ text: text.slice(at), shell: `\${${name}:${at}}` }),
    ]
  }

  #name(token: string, name: string): Token {
    const entry = (text: string, shell: string): string => this.#mark({ text, shell })
    const swapped = swapCase(token)
    return {
      mark: entry(token, `$${name}`),
      length: token.length,
      slice: (from, to = token.length) => {
        const part = token.slice(from, to)
        return part === '' ? '' : entry(part, `\${${name}:${from}:${to - from}}`)
      },
      otherCase: swapped === token ? undefined : entry(swapped, `\${${name}~~}`),
      base64: (before = '', behind = '') =>
        entry(
          Buffer.from(before + token + behind, 'latin1').toString('base64'),
          `$(printf %s "${before}\${${name}}${behind}" | base64 | tr -d '\\n')`,
        ),
      at: (index) => token.charAt(index),
    }
  }

  #mark(entry: Entry): string {
    const known = this.#marks.get(entry.shell)
    if (known !== undefined) {
      return known
    }
    const place = firstMark + this.#entries.length
    if (place > lastMark)
      throw new LocalFailure('The tokens are too many, or too long: give fewer or shorter ones.')
    const mark = String.fromCodePoint(place)
    this.#entries.push(entry)
    this.#marks.set(entry.shell, mark)
    return mark
  }

  #entry(mark: string): Entry {
    return this.#entryOf(mark) ?? { text: mark, shell: mark }
  }

  #entryOf(character: string): Entry | undefined {
    return this.#entries[(character.codePointAt(0) ?? 0) - firstMark]
  }
}

/** `$TOKENx` would be another variable. */
const delimit = (shell: string, next: string): string =>
  /^\w/.test(next) ? shell.replace(/^\$(\w+)$/, (_, name: string) => `\${${name}}`) : shell

/** Shorter tokens are only recognised as whole words: `a` occurs in every text. */
export const minLength = 8

/** Finds a token where no letter or digit stands before or after it. */
export const asWord = (token: string): RegExp =>
  new RegExp(`(?<![A-Za-z0-9])${RegExp.escape(token)}(?![A-Za-z0-9])`, 'g')

/** The name of the token with this index in a shell's environment. */
export const tokenName = (name: string, index: number): string =>
  index === 0 ? name : `${name}_${index + 1}`

/** The text with the case of each ASCII letter swapped. */
export function swapCase(text: string): string {
  return text.replaceAll(/[a-z]/gi, (letter) =>
    letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase(),
  )
}
