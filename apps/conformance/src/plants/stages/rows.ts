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
  toText,
} from '@plant-store/raw-http'
import { fillWords, readTable, type Row, weakTag, type Words } from '@plant-store/testkit/rows'
import type { SentRequest } from '../../exchange.ts'
import { stage } from './setting.ts'

/** One row. */
interface VectorRow {
  readonly section: string
  readonly says: string
  /** Several are pipelined. */
  readonly requests: readonly SentRequest[]
  /** The status that the table says our own service owes each request: the tests check the oracle against it. */
  readonly due: readonly number[]
  /** The request is sent in pieces of this many bytes. */
  readonly pieces?: number | undefined
}

/** The table, read for one service. */
interface Vectors {
  readonly rows: readonly VectorRow[]
  /** By section and what they say: rows about users who are missing, unknown tags, and what HTTP leaves open. */
  readonly leftOut: readonly string[]
}

/**
 * The rows about a service with its usual settings. The users of the table are the callers of the subject, in their
 * order; `tags` are those of their lists.
 */
export async function loadVectors(
  host: string,
  secrets: Secrets,
  tags: readonly (string | undefined)[] = [],
): Promise<Vectors> {
  const file = fileURLToPath(import.meta.resolve('#requests.yaml'))
  const { sections } = readTable(await readFile(file, 'utf8'))
  const words = wordsFor(host, secrets, tags)
  const all = sections
    .filter(({ settings }) => Object.keys(settings).length === 0)
    .flatMap((section) => section.rows)
    .map((row) => ({ row, vector: toVector(row, words, secrets) }))
  return {
    rows: all.flatMap(({ row: { section, says, pieces }, vector }) =>
      vector === undefined ? [] : [{ section, says, pieces, ...vector }],
    ),
    leftOut: all.flatMap(({ row, vector }) => (vector === undefined ? [`${row.section}: ${row.says}`] : [])),
  }
}

/** The rows of the contract's own table. */
export const rows = stage('the table of requests', async (runner) => {
  const { knowledge, secrets, callers } = runner
  const tags = callers.map((_, caller) => knowledge.tagOf({ caller }))
  const vectors = await loadVectors(knowledge.host, secrets, tags)
  await runner.run(vectors.rows.map((row) => rowSession(row, secrets)))
})

/** The row as a session. */
function rowSession({ requests, pieces }: VectorRow, secrets: Secrets): Session {
  const [request] = requests
  if (request === undefined || requests.length > 1)
    return pipelined(requests.map((one) => ({ request: one })))
  const ask = { request }
  return [pieces === undefined ? { ask } : { ask, cut: placesEvery(pieces, secrets.reveal(toText(request))) }]
}

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

/** The requests that the bytes are read as, up to the part that is no request. Undefined where a word is not known. */
function toVector(row: Row, words: Words, secrets: Secrets): Pick<VectorRow, 'requests' | 'due'> | undefined {
  const statuses = row.dues.map(({ due }) => due)
  let isKnown = true
  const fill = (text: string): string =>
    fillWords(text, words, () => {
      isKnown = false
      return ''
    })
  const text = withEvery(row.text, secrets)
  const body = fill(text.slice(text.indexOf('\r\n\r\n') + 4))
  const bytes = fill(text.replace('{length of body}', String(secrets.reveal(body).length)))
  if (!isKnown || isLeftOpen(bytes)) return undefined
  if (row.isRaw && statuses.length === 1 && statuses[0] === 400)
    return { requests: [malformedRequest(bytes)], due: [400] }
  const { requests, rest } = readRequests(bytes, secrets)
  if (rest === '') return requests.length === 0 ? undefined : { requests, due: statuses }
  return statuses.at(-1) === 400
    ? { requests: [...requests, malformedRequest(rest)], due: statuses }
    : undefined
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

const isLeftOpen = (bytes: string): boolean => liberties.some((liberty) => liberty.test(bytes))
