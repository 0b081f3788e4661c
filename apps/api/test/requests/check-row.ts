/** Sends one row to a running service, and reports what is wrong with what comes back and with the connection. */
import { setTimeout } from 'node:timers/promises'
import {
  type RawResponse,
  closesConnection,
  connectRaw,
  type RawConnection,
  valuesOf,
} from '@plant-store/testkit'
import { type Due, type Row, textOf } from '@plant-store/testkit/rows'
import { checkResponse } from './checker.ts'
import { type Context, fill } from './services.ts'

/** The request sent on a connection that a row leaves open: no row sends it, and its user is another. */
const probe = textOf({ send: 'GET /plants?limit=2&probe', as: 'ben' })
const probeDue: Due = { due: 200, plants: 'first 2 of ben' }

/** How long a response may take. */
const timeoutMs = 60_000

/** Resolves to a report if something is wrong. Rejects if no connection can be made. */
export async function checkRow(row: Row, context: Context): Promise<string | undefined> {
  using connection = await connectRaw(context)
  const { bytes, methods } = composeRow(row, context)
  await sendInPieces(connection, bytes, methods, row.pieces)
  const received = await connection.receive(row.dues.length, timeoutMs)
  const responses = received.filter(({ status }) => status >= 200)
  const faults = [
    ...interimFaults(received),
    ...responses.flatMap((response, index) =>
      checkResponse(response, methods[index] ?? 'GET', row.dues[index] ?? probeDue, context),
    ),
  ]
  const last = responses.at(-1)
  const after =
    last === undefined || responses.length < row.dues.length
      ? { faults: [`no further response came; the connection is ${connection.state}`], probed: [] }
      : await checkAfter(row, closesConnection(last), connection, context)
  faults.push(...after.faults)
  return faults.length === 0 ? undefined : report(row, [...responses, ...after.probed], faults)
}

/** The row as bytes, one character for each, and the method of each request, as far as the text shows it. */
function composeRow({ text, dues }: Row, { words }: Context): { bytes: string; methods: readonly string[] } {
  const end = text.indexOf('\r\n\r\n')
  const [head, content] = end === -1 ? [text, ''] : [text.slice(0, end), text.slice(end)]
  // The content follows the four bytes of the empty line. Its length is known only when every word is filled in.
  const filled = fill(content, words)
  const length = String(Math.max(0, filled.length - 4))
  const methods = [...text.matchAll(/^([A-Z]+) \S+ HTTP\/1\.[01]\r\n/gm)].map(([, method = '']) => method)
  return {
    bytes: fill(head, new Map([...words, ['length of body', length]])) + filled,
    methods: methods.slice(0, dues.length),
  }
}

/** Long enough for most pieces to arrive alone; the response due is the same if some don't. */
const betweenPiecesMs = 2

async function sendInPieces(
  connection: RawConnection,
  bytes: string,
  methods: readonly string[],
  pieces = Infinity,
): Promise<void> {
  await connection.send(bytes.slice(0, pieces), methods)
  for (let at = pieces; at < bytes.length; at += pieces) {
    await setTimeout(betweenPiecesMs)
    await connection.send(bytes.slice(at, at + pieces), [])
  }
}

/** The only interim response that a caller must expect unasked is 100; it has no content and no length. */
function interimFaults(received: readonly RawResponse[]): readonly string[] {
  return received
    .filter(({ status }) => status < 200)
    .filter((response) => response.status !== 100 || valuesOf(response, 'content-length').length > 0)
    .map(({ status }) => `an interim response ${status} came`)
}

/** What the connection does after the last response: it ends, or answers one more request. */
async function checkAfter(
  row: Row,
  closes: boolean,
  connection: RawConnection,
  context: Context,
): Promise<{ readonly faults: readonly string[]; readonly probed: readonly RawResponse[] }> {
  const faults: string[] = []
  if (row.connection !== undefined && (row.connection === 'closes') !== closes) {
    faults.push(`the response says that the connection ${closes ? 'closes' : 'stays open'}`)
  }
  if (!closes) await connection.send(fill(probe, context.words), ['GET'])
  const more = await connection.receive(closes ? Infinity : 1, timeoutMs)
  const { state, surplus } = connection
  if (closes) {
    faults.push(...more.map(({ status }) => `after a response that closes came another one, ${status}`))
    if (state !== 'closed') faults.push(`the response says that the connection closes, but it is ${state}`)
  } else {
    if (more.length === 0)
      faults.push(`no response came to the next request; the connection is ${connection.state}`)
    const ofProbe = more.flatMap((response) => checkResponse(response, 'GET', probeDue, context))
    faults.push(...ofProbe.map((fault) => `to the next request: ${fault}`))
  }
  if (surplus.length > 0) {
    faults.push(`after the response came ${JSON.stringify(surplus.toString('latin1', 0, 200))}`)
  }
  return { faults, probed: closes ? [] : more }
}

/** What was sent, in the table's words, what came back, and what is wrong with it. */
function report(
  { line, section, says, text }: Row,
  came: readonly RawResponse[],
  faults: readonly string[],
): string {
  const shown = came.map(({ version, status, reason, fields, body }) => {
    const lines = fields.map(([name, value]) => `${name}: ${value}`)
    return [`HTTP/${version} ${status} ${reason}`, ...lines, '', body.toString('utf8', 0, 500)].join('\n')
  })
  return [
    `requests.yaml:${line}, ${section}: ${says}`,
    'sent',
    indent(text),
    'came back',
    ...(shown.length === 0 ? ['  nothing'] : shown.map((each) => indent(each))),
    'wrong',
    indent(faults.join('\n')),
  ].join('\n')
}

function indent(text: string): string {
  return text.trimEnd().replaceAll('\r\n', '\n').replaceAll(/^/gm, '  ')
}
