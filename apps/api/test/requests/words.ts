/** What the words in curly brackets in the table stand for. */
import { valuesOf, sendRaw, type World } from '@plant-store/testkit'

/** The text for each word, such as `ana`. */
export type Words = ReadonlyMap<string, string>

/** The words for one world served by one service. Asks the service for the ETags. */
export async function collectWords(world: World, port: number): Promise<Words> {
  const words = new Map([
    ['host', `127.0.0.1:${port}`],
    ['token of nobody', world.strangerToken],
    ['CRLF', '\r\n'],
  ])
  for (const [name, user] of Object.entries(world.users)) {
    words.set(name, user.token)
    words.set(`expired token of ${name}`, user.expiredToken)
    words.set(`revoked token of ${name}`, user.revokedToken)
    words.set(`${name} without the end`, user.token.slice(0, -1))
    words.set(`${name} in other case`, swapCase(user.token))
    words.set(`tag of ${name}`, await fetchTag(port, user.token))
  }
  return words
}

/**
 * Fills in the words. `{A*9}` is the text before the star, nine times; `{octet 0A}` is one octet. Throws on an unknown
 * word. Curly brackets with nothing, or with quotes, between them stand for themselves.
 */
export function fillWords(text: string, words: Words): string {
  let filled = text
  for (let before = ''; before !== filled;) {
    before = filled
    // The innermost first, because text to be repeated may contain words.
    filled = filled.replaceAll(/\{([^{}"]+)\}/g, (_, word: string) => wordFor(word, words))
  }
  return filled
}

function wordFor(word: string, words: Words): string {
  const [, repeated, times] = /^(.+)\*(\d+)$/s.exec(word) ?? []
  if (repeated !== undefined) {
    return repeated.repeat(Number(times))
  }
  const [, octet] = /^octet ([\dA-F]{2})$/.exec(word) ?? []
  const text = octet === undefined ? words.get(word) : String.fromCodePoint(Number.parseInt(octet, 16))
  if (text === undefined) {
    throw new Error(`requests.yaml: nothing is known as {${word}}`)
  }
  return text
}

function swapCase(text: string): string {
  return text.replaceAll(/[a-z]/gi, (letter) =>
    letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase(),
  )
}

/** The ETag of the user's whole list, without the prefix of a weak one: the quotes and what is between them. */
async function fetchTag(port: number, token: string): Promise<string> {
  const octets = `GET /plants HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer ${token}\r\n\r\n`
  const { responses } = await sendRaw({ port, octets })
  const tags = responses.flatMap((response) => valuesOf(response, 'ETag'))
  return tags[0]?.replace(/^W\//, '') ?? '"the service sends no ETag"'
}
