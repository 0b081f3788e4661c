/** Secrets by name: requests are written without showing one, and no shell line ever shows one. */
import { type Credentials, isSought, nameSecrets, type Parted, type Secret } from './credentials.ts'
import type { Field, SentRequest } from './exchange.ts'
import { LocalFailure } from './local-failure.ts'
import { rewriteRequest, withQuery } from './request.ts'

/** A secret, or a text made from one. */
interface Entry {
  readonly text: string
  /** What a shell with the secrets in its environment expands to the text, such as `${TOKEN:0:5}`. */
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

/** Whether the text has a stand-in in it. */
export const hasSecret = (text: string): boolean => halfMark.test(text)

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

/** A credential with stand-ins, as requests carry it. */
export interface Shown {
  /** That of the token is among them. */
  readonly fields: readonly Field[]
  /** Parameters such as `api_key=…`, percent-encoded. */
  readonly query: readonly string[]
}

/** Every secret sent to one service, and the texts made from them. Beyond some 130,000 it throws a `LocalFailure`. */
export class Secrets {
  /** The tokens of the callers: empty where one has none. */
  readonly callers: readonly Token[]
  readonly refused: readonly Token[]
  /** The whole credentials of the callers, and those that must be refused. */
  readonly credentials: readonly Shown[]
  readonly refusedCredentials: readonly Shown[]
  /** Sent with every request. */
  readonly fields: readonly Field[]
  readonly #sought: readonly Entry[]
  readonly #entries: Entry[] = []
  readonly #marks = new Map<string, string>()
  /** Most requests are looked at several times, and many are sent again and again. */
  readonly #revealed = new WeakMap<SentRequest, SentRequest>()
  readonly #shown = new WeakMap<SentRequest, SentRequest>()

  constructor(credentials: Credentials) {
    const { callers, refused, fields, secrets } = nameSecrets(credentials)
    const tell = ([name, parts]: Parted): Field => [name, parts.map((part) => this.#tell(part)).join('')]
    const showAll = (some: typeof callers): readonly Shown[] =>
      some.map((one) => ({
        fields: one.fields.map((field) => tell(field)),
        query: one.query.map((parameter) => tell(parameter).join('=')),
      }))
    this.callers = callers.map(({ token }) => this.#name(token))
    this.refused = refused.map(({ token }) => this.#name(token))
    this.credentials = showAll(callers)
    this.refusedCredentials = showAll(refused)
    this.fields = fields.map((field) => tell(field))
    this.#sought = secrets
      .filter((secret) => isSought(secret))
      .map((secret) => entryOf(secret))
      .toSorted((one, other) => other.text.length - one.text.length)
  }

  /** The fields that make a request this caller's, counted from 0: none where there is no such caller. */
  callerFields(index: number): readonly Field[] {
    return this.credentials[index]?.fields ?? []
  }

  /** The target with the parameters of the query that make a request this caller's. */
  callerTarget(index: number, target: string): string {
    return withQuery(target, this.credentials[index]?.query ?? [])
  }

  /**
   * Credentials of the same form that are nobody's: with half of each secret; with more behind it; and with a bearer token
   * in the other letter case (RFC 6750, 2.1).
   */
  alike({ fields, query }: Shown): readonly Shown[] {
    const changing = (change: (mark: string) => string): Shown => {
      const inText = (text: string): string => text.replaceAll(marks, (mark) => change(mark))
      return {
        fields: fields.map(([name, value]): Field => [name, inText(value)]),
        query: query.map((one) => inText(one)),
      }
    }
    const halved = changing((mark) => {
      const entry = this.#entry(mark)
      return this.#halve(entry, Math.floor(entry.text.length / 2))[0]
    })
    const swapped = this.callers.filter(({ mark }) => fields.some(([, value]) => value === `Bearer ${mark}`))
    const isBasic = fields.some(([, value]) => /^basic /i.test(value))
    return [
      halved,
      // Decoders of base64 may drop what stands behind its end.
      ...(isBasic ? [] : [changing((mark) => `${mark}AAAA`)]),
      ...swapped.flatMap(({ mark, otherCase = mark }) =>
        // To a UUID, or anything else in hexadecimal digits, letter case may mean nothing.
        otherCase === mark || /^[\da-f-]+$/i.test(this.#entry(mark).text)
          ? []
          : [changing((one) => (one === mark ? otherCase : one))],
      ),
    ]
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

  /** The text with stand-ins for the secrets that it contains as they are. */
  hide(text: string): string {
    return this.#sought.reduce((hidden, entry) => {
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

  #tell(part: string | Secret): string {
    return typeof part === 'string' ? part : this.#mark(entryOf(part))
  }

  #name({ text: token, name }: Secret): Token {
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

const entryOf = ({ name, text }: Secret): Entry => ({ text, shell: `$${name}` })

/** The text with the case of each ASCII letter swapped. */
export function swapCase(text: string): string {
  return text.replaceAll(/[a-z]/gi, (letter) =>
    letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase(),
  )
}
