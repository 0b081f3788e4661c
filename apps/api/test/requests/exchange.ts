/** Sends one row to the service and returns what came back, and what the connection did afterwards. */
import { setTimeout } from 'node:timers/promises'
import { type Answer, closesConnection, connectRaw, type RawConnection, valuesOf } from '@plant-store/testkit'
import type { Composed } from './compose.ts'
import type { Row } from './table.ts'

/** The outcome of one row. `faults` are those of the connection; the answers are judged elsewhere. */
export interface Outcome {
  /** Final answers, as many as were due or fewer. */
  readonly answers: readonly Answer[]
  /** The answer to one more request on the same connection, if it stayed open; empty if there was none. */
  readonly probed: readonly Answer[]
  readonly faults: readonly string[]
}

/** Where to send a row, what to request afterwards on a connection that stays open, and how long to wait. */
export interface Target {
  readonly port: number
  readonly probe: string
  readonly timeoutMs: number
}

/** Sends the row on a connection of its own. Rejects only if no connection can be made. */
export async function exchange(row: Row, composed: Composed, target: Target): Promise<Outcome> {
  using connection = await connectRaw(target)
  await sendInPieces(connection, composed, row.pieces)
  const received = await connection.receive(row.dues.length, target.timeoutMs)
  const answers = received.filter(({ status }) => status >= 200)
  const faults = interimFaults(received)
  const last = answers.at(-1)
  if (last === undefined || answers.length < row.dues.length) {
    return {
      answers,
      probed: [],
      faults: [...faults, `no further answer came; the connection is ${connection.state}`],
    }
  }
  const closes = closesConnection(last)
  if (row.connection !== undefined && (row.connection === 'closes') !== closes) {
    faults.push(`the answer says that the connection ${closes ? 'closes' : 'stays open'}`)
  }
  const probed = closes ? [] : await probe(connection, target)
  faults.push(...(closes ? await endFaults(connection, target) : probeFaults(connection, probed)))
  if (connection.surplus.length > 0) {
    faults.push(`after the answer came ${JSON.stringify(connection.surplus.toString('latin1', 0, 200))}`)
  }
  return { answers, probed, faults }
}

/** Long enough for most pieces to arrive alone; the answer due is the same if some don't. */
const betweenPiecesMs = 2

async function sendInPieces(connection: RawConnection, composed: Composed, pieces = Infinity): Promise<void> {
  const { octets, methods } = composed
  await connection.send(octets.slice(0, pieces), methods)
  for (let at = pieces; at < octets.length; at += pieces) {
    await setTimeout(betweenPiecesMs)
    await connection.send(octets.slice(at, at + pieces), [])
  }
}

/** The only interim answer that a caller must expect unasked is 100; it has no content and no length. */
function interimFaults(received: readonly Answer[]): string[] {
  return received
    .filter((response) => response.status < 200)
    .filter((response) => response.status !== 100 || valuesOf(response, 'content-length').length > 0)
    .map(({ status }) => `an interim answer ${status} came`)
}

async function probe(connection: RawConnection, target: Target): Promise<readonly Answer[]> {
  await connection.send(target.probe, ['GET'])
  return connection.receive(1, target.timeoutMs)
}

function probeFaults({ state }: RawConnection, probed: readonly Answer[]): readonly string[] {
  return probed.length > 0 ? [] : [`no answer came to the next request; the connection is ${state}`]
}

async function endFaults(connection: RawConnection, { timeoutMs }: Target): Promise<readonly string[]> {
  const more = await connection.receive(Infinity, timeoutMs)
  const faults = more.map(({ status }) => `after an answer that closes came another one, ${status}`)
  const { state } = connection
  return state === 'closed'
    ? faults
    : [...faults, `the answer says that the connection closes, but it is ${state}`]
}
