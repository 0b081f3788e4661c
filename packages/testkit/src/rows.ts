/** The language of contracts/vectors/requests.yaml: words in curly brackets, and lines of bytes. */
import { swapCase } from '@plant-store/raw-http'
import type { World } from './make-world.ts'

/** What the words in curly brackets stand for, by their names, such as `ana`. */
export type Words = ReadonlyMap<string, string>

/** What a row says of its request. */
export interface WrittenRequest {
  /** Method and target. */
  readonly send?: string | undefined
  /** The word for the token. */
  readonly as?: string | undefined
  /** Lines of header fields. */
  readonly with?: string | undefined
  /** Every byte, in place of the others. */
  readonly raw?: string | undefined
}

/** The bytes of the row, one character for each, before the words are filled in. */
export function textOf({ raw, send = '', as = 'nobody', with: lines = '' }: WrittenRequest): string {
  if (raw !== undefined) {
    return linesOf(raw)
      .map((line) => endLine(line.replace('{empty line}', '')))
      .join('')
  }
  const token = as === 'nobody' ? [] : [`Authorization: Bearer {${as}}`]
  const others = linesOf(lines).filter((line) => line !== '')
  return [`${send} HTTP/1.1`, 'Host: {host}', ...token, ...others, '', ''].join('\r\n')
}

/** Lines end with CRLF, unless they say otherwise. */
function endLine(line: string): string {
  if (line.endsWith('{stop}')) return line.slice(0, -'{stop}'.length)
  return line.endsWith('{LF}') ? line.replace('{LF}', '\n') : `${line}\r\n`
}

const linesOf = (block: string): readonly string[] => block.replace(/\n$/, '').split('\n')

/**
 * Fills in the words. `{A*9}` is the text before the star, nine times; `{byte 0A}` is one byte. Curly brackets with
 * nothing, or with quotes, between them stand for themselves. An unknown word becomes what `onUnknown` returns for it.
 */
export function fillWords(text: string, words: Words, onUnknown: (word: string) => string): string {
  const valueOf = (_: string, word: string): string => {
    const [, repeated, times] = /^(.+)\*(\d+)$/s.exec(word) ?? []
    if (repeated !== undefined) return repeated.repeat(Number(times))
    const [, byte] = /^byte ([\dA-F]{2})$/.exec(word) ?? []
    if (byte !== undefined) return String.fromCodePoint(Number.parseInt(byte, 16))
    return words.get(word) ?? onUnknown(word)
  }
  let filled = text
  for (let before = ''; before !== filled;) {
    before = filled
    // The innermost first, because text to be repeated may contain words.
    filled = filled.replaceAll(/\{([^{}"]+)\}/g, valueOf)
  }
  return filled
}

/** A tag in its weak form, which it may have already. */
export const weakTag = (tag: string): string => `W/${tag.replace(/^W\//, '')}`

/** The words for the users of a world, and for their tags, where these are given. */
export function wordsOf(world: World, tags: Readonly<Record<string, string>>): Words {
  const ofUsers = Object.entries(world.users).flatMap(([name, user]) => [
    [name, user.token] as const,
    [`expired token of ${name}`, user.expiredToken] as const,
    [`revoked token of ${name}`, user.revokedToken] as const,
    [`${name} without the end`, user.token.slice(0, -1)] as const,
    [`${name} in other case`, swapCase(user.token)] as const,
    [`tag of ${name}`, tags[name] ?? ''] as const,
    [`weak tag of ${name}`, weakTag(tags[name] ?? '')] as const,
  ])
  return new Map([['token of nobody', world.strangerToken], ...ofUsers])
}
