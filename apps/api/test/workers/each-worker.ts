/** A connection to each worker of a service, and the requests sent over it. */
import assert from 'node:assert/strict'
import { isDeepStrictEqual } from 'node:util'
import { connectRaw, eventually, type RawConnection, type Service, until } from '@plant-store/testkit'

/** A kept connection to one worker. */
export interface WorkerConnection {
  readonly worker: number
  readonly pid: number
  /** Status and body of `GET /plants?limit=20`. */
  ask(token: string): Promise<string>
}

/** Connects until every worker is at the other end of a connection. The kernel decides which worker takes one. */
export async function connectToEach(service: Service, wanted: number): Promise<readonly WorkerConnection[]> {
  const found = new Map<number, WorkerConnection>()
  await until(`${wanted} workers took a connection`, async () => {
    const connection = await connectRaw({ port: service.port })
    const worker = await findWorker(service, connection)
    if (found.has(worker)) connection.socket.destroy()
    else
      found.set(worker, { worker, pid: await pidOf(service, worker), ask: (token) => ask(connection, token) })
    return found.size === wanted
  })
  return [...found.values()]
}

let asked = 0

async function findWorker(service: Service, connection: RawConnection): Promise<number> {
  asked += 1
  const id = `who-${asked}`
  await connection.send(`GET / HTTP/1.1\r\nHost: localhost\r\nX-Request-Id: ${id}\r\n\r\n`)
  await connection.receive()
  const { worker } = await service.waitForLog(({ requestId }) => requestId === id)
  assert.equal(typeof worker, 'number')
  return Number(worker)
}

async function ask(connection: RawConnection, token: string): Promise<string> {
  await connection.send(
    `GET /plants?limit=20 HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${token}\r\n\r\n`,
  )
  const [response] = await connection.receive()
  assert.deepEqual(response?.faults, [])
  return `${response.status} ${response.status === 200 ? String(response.body) : ''}`
}

async function pidOf(service: Service, worker: number): Promise<number> {
  const started = await service.waitForLog(({ msg, worker: who }) => msg === 'worker ready' && who === worker)
  return Number(started['pid'])
}

/**
 * Waits until `/readyz` says this about workers: on a busy machine a healthy worker may be late with its response, and is
 * then not counted.
 */
export async function assertReadiness(
  { operatorUrl }: Pick<Service, 'operatorUrl'>,
  workers: { readonly ready: number; readonly wanted: number },
): Promise<void> {
  const due = [200, { status: 'ready', workers }]
  const look = async (): Promise<unknown> => {
    const response = await fetch(`${operatorUrl}/readyz`)
    return [response.status, await response.json()]
  }
  assert.deepEqual(await eventually(look, (seen) => isDeepStrictEqual(seen, due)), due)
}
