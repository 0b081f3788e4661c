/** What the words in curly brackets in the table stand for. */
import { sendRaw, valuesOf, type World } from '@plant-store/testkit'
import { fillWords, type Words, wordsOf } from '@plant-store/testkit/rows'

/** The words for one world served by one service. Asks the service for the ETags. */
export async function collectWords(world: World, port: number): Promise<Words> {
  const tags = new Map<string, string>()
  for (const [name, { token }] of Object.entries(world.users)) tags.set(name, await fetchTag(port, token))
  return new Map([
    ['host', `127.0.0.1:${port}`],
    ['CRLF', '\r\n'],
    ...wordsOf(world, Object.fromEntries(tags)),
  ])
}

/** The text with its words filled in. Throws on an unknown word. */
export const fill = (text: string, words: Words): string =>
  fillWords(text, words, (word) => {
    throw new Error(`requests.yaml: nothing is known as {${word}}`)
  })

/** The ETag of the user's whole list, without the prefix of a weak one: the quotes and what is between them. */
async function fetchTag(port: number, token: string): Promise<string> {
  const octets = `GET /plants HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer ${token}\r\n\r\n`
  const { responses } = await sendRaw({ port, octets })
  const tags = responses.flatMap((response) => valuesOf(response, 'ETag'))
  return tags[0]?.replace(/^W\//, '') ?? '"the service sends no ETag"'
}
