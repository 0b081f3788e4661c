/** The mock over HTTP: it refuses what the service refuses, and gives the preferred example to the rest. */
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'
import { type ErrorCause, type ErrorEntry, errorCatalogue } from '@plant-store/contracts'
import { respond, type Asked, refuse } from '../mock/answer.ts'
import { exampleLists, examplePlants } from '../mock/examples.ts'

interface Serving extends AsyncDisposable {
  readonly url: string
}

/** Listens on this machine only; rejects if it can't. Port 0 means any free port. */
export async function serveMock(port: number): Promise<Serving> {
  // Requests that are too long are refused by the same rules as all others, not by Node's limit.
  const server = createServer({ maxHeaderSize: 2 ** 20 }, (request, response) => {
    handle(request, response).catch(() => response.destroy())
  })
  server.on('clientError', (fault: NodeJS.ErrnoException, socket) => {
    const isLong = fault.code === 'HPE_HEADER_OVERFLOW'
    turnAway(socket, isLong ? 'headersTooLarge' : 'malformedRequest').catch(() => socket.destroy())
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a server that listens on a port has such an address
  const address = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${address.port}`,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
  // No operation reads content.
  request.resume()
  const { status, headers, body } = await decide(request)
  response.sendDate = false
  response.writeHead(status, [...headers].flat())
  response.end(body === null ? undefined : new Uint8Array(await new Response(body).arrayBuffer()))
}

/** Answers input that never became a request. */
async function turnAway(socket: Duplex, cause: ErrorCause): Promise<void> {
  const refusal = refuse({ method: 'GET', target: '*', headers: new Headers() }, errorCatalogue[cause])
  const fields = [...refusal.headers].map(([name, value]) => `${name}: ${value}\r\n`)
  const head = `HTTP/1.1 ${refusal.status} ${STATUS_CODES[refusal.status]}\r\n${fields.join('')}Connection: close\r\n\r\n`
  const body = await refusal.text()
  if (socket.writable) socket.end(head + body)
}

async function decide({ method = '', url = '', rawHeaders }: IncomingMessage): Promise<Response> {
  const headers = new Headers()
  for (let at = 0; at + 1 < rawHeaders.length; at += 2)
    headers.append(rawHeaders[at] ?? '', rawHeaders[at + 1] ?? '')
  const lines = rawHeaders.filter((name, at) => at % 2 === 0 && name.toLowerCase() === 'authorization')
  // A request target in absolute form means the same as its path (RFC 9112, 3.2.2).
  const asked: Asked = { method, headers, target: url.replace(/^http:\/\/[^/?]*/i, '') }
  const byRules = await respond(asked, {
    plantsOf: () => examplePlants,
    forced: lines.length > 1 ? 'misplacedCredential' : undefined,
  })
  const prefer = headers.get('Prefer')
  if ((byRules.status !== 200 && byRules.status !== 304) || prefer === null) return byRules
  const preferred = find(asked, prefer)
  if (preferred !== undefined) return preferred
  process.stderr.write(
    `There is no such response in the contract: Prefer: ${JSON.stringify(prefer)} is ignored.\n`,
  )
  return byRules
}

/** The contract's example with this status (`code`), of this name (`example`), or both (RFC 7240). */
function find(asked: Asked, prefer: string): Response | Promise<Response> | undefined {
  const preferences = prefer.matchAll(/(\w+) *= *"?([\w-]+)"?/g)
  const { code, example } = Object.fromEntries([...preferences].map(([, name = '', value]) => [name, value]))
  const fits = (status: number, name: string): boolean =>
    (code === undefined || code === String(status)) && (example === undefined || example === name)
  const list = Object.entries(exampleLists).find(([name]) => fits(200, name))?.[1]
  if (list !== undefined) return respond(asked, { plantsOf: () => list })
  const causes = Object.entries<ErrorEntry>(errorCatalogue)
  const entry = causes.find(([cause, { status }]) => fits(status, cause))?.[1]
  return entry && refuse(asked, entry)
}
