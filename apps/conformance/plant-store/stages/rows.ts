/** The rows of contracts/vectors/requests.yaml as requests: what they show must hold for every service. */
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import {
  malformedRequest,
  pipelined,
  placesEvery,
  readRequests,
  type Secrets,
  type Session,
} from '@plant-store/raw-http'
import { fillWords, readTable, type Row, weakTag, type Words } from '@plant-store/testkit/rows'
import type { SentRequest } from '../../src/exchange.ts'
import { stage } from './setting.ts'

/** A row, with what it sends: nothing where a user or a tag is missing, or where HTTP leaves open what is due. */
interface VectorRow {
  readonly row: Row
  readonly requests: readonly SentRequest[]
}

/**
 * The rows about a service with its usual settings. The users of the table are the callers of the subject, in their
 * order; `tags` are those of their lists.
 */
export async function loadVectors(
  host: string,
  secrets: Secrets,
  tags: readonly (string | undefined)[] = [],
): Promise<readonly VectorRow[]> {
  const file = fileURLToPath(import.meta.resolve('#requests.yaml'))
  const { sections } = readTable(await readFile(file, 'utf8'))
  const words = wordsFor(host, secrets, tags)
  return sections
    .filter(({ settings }) => Object.keys(settings).length === 0)
    .flatMap((section) => section.rows)
    .map((row) => ({ row, requests: requestsOf(row, words, secrets) }))
}

/** The rows of the contract's own table. Of several requests in one row, all are pipelined. */
export const rows = stage('the table of requests', async (runner) => {
  const { knowledge, secrets, callers } = runner
  const tags = callers.map((_, caller) => knowledge.tagOf({ caller }))
  const all = await loadVectors(knowledge.host, secrets, tags)
  const sessions = all.map(({ row: { pieces }, requests }): Session => {
    const [request] = requests
    if (request === undefined || requests.length > 1)
      return pipelined(requests.map((one) => ({ request: one })))
    const cut = pieces === undefined ? {} : { cut: placesEvery(pieces, runner.bytesOf(request)) }
    return [{ ask: { request }, ...cut }]
  })
  await runner.run(sessions.filter(({ length }) => length > 0))
})

function wordsFor(host: string, { callers, refused }: Secrets, tags: readonly (string | undefined)[]): Words {
  const ofUsers = ['ana', 'ben', 'cleo'].flatMap((user, index) => {
    const [token, tag] = [callers[index], tags[index]]
    return [
      [user, token?.mark],
      [`${user} without the end`, token?.slice(0, token.length - 1)],
      [`${user} in other case`, token && (token.otherCase ?? 'x')],
      [`tag of ${user}`, tag],
      [`weak tag of ${user}`, tag === undefined ? undefined : weakTag(tag)],
    ] as const
  })
  const all = [
    ['host', host],
    ['token of nobody', `pst_${'0'.repeat(49)}`],
    ['CRLF', '\r\n'],
    ['expired token of ana', refused[0]?.mark],
    ['revoked token of ana', refused[1]?.mark],
    ...ofUsers,
  ] as const
  return new Map(all.flatMap(([word, text]) => (text === undefined ? [] : [[word, text]])))
}

/** The requests that the bytes are read as, up to the part that is no request. */
function requestsOf(row: Row, words: Words, secrets: Secrets): readonly SentRequest[] {
  let isKnown = true
  const fill = (text: string): string =>
    fillWords(text, words, () => {
      isKnown = false
      return ''
    })
  const text = withEvery(row.text, secrets)
  const body = fill(text.slice(text.indexOf('\r\n\r\n') + 4))
  const bytes = fill(text.replace('{length of body}', String(secrets.reveal(body).length)))
  if (!isKnown || liberties.some((liberty) => liberty.test(bytes))) return []
  const isRefused = row.dues.at(-1)?.due === 400
  if (row.isRaw && row.dues.length === 1 && isRefused) return [malformedRequest(bytes)]
  const { requests, rest } = readRequests(bytes, secrets)
  if (rest === '') return requests
  return isRefused ? [...requests, malformedRequest(rest)] : []
}

/** The bytes with the fields of every request. */
function withEvery(text: string, { fields }: Secrets): string {
  const lines = fields.map(([name, value]) => `${name}: ${value}\r\n`).join('')
  return text.replaceAll(/ HTTP\/1\.[01]\r\n/g, (end) => end + lines)
}

/** What services may accept, or refuse in another way; and a beginning whose rest they may wait for. */
const liberties: readonly RegExp[] = [
  // An empty Host, also with a port behind it, may stand for a configured host (RFC 9112, 3.3; RFC 3986, 3.2.2).
  /\r\nHost:[ \t]*(?::\d+)?[ \t]*\r\n/i,
  // LF alone may end a line, and a folded line may be unfolded (RFC 9112, 2.2 and 5.2).
  /(?<!\r)\n|\r\n[ \t]+\S/,
  // Control characters in a value may stay there, except for CR, LF and NUL (RFC 9110, 5.5).
  // oxlint-disable-next-line no-control-regex -- these are meant
  /^[\w-]+:[^\r\n]*[\u0001-\u0008\v\f\u000E-\u001F\u007F]/m,
  // A transfer coding that the service does not know may get 501 (RFC 9112, 6.1).
  /\r\nTransfer-Encoding:[ \t]*xchunked\r\n/i,
  // Equal lengths may count as one (RFC 9110, 8.6).
  /\r\nContent-Length:[ \t]*(\d+)[ \t]*\r\n(?:.+\r\n)*Content-Length:[ \t]*\1[ \t]*\r\n/i,
  // The head does not end.
  /^(?!.*\r\n\r\n)/s,
]
