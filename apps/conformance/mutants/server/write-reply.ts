/** A reply on its way out: through Node's response, or as bare octets. */
import { STATUS_CODES } from 'node:http'
import type { Ask, Reply } from './ask.ts'

/** HEAD and 304 get no body; HEAD gets the fields of one all the same. */
export function writeReply({ status, fields, body }: Reply, { method, response }: Ask): void {
  response.writeHead(status, fields.flat())
  response.end(method === 'HEAD' || status === 304 ? undefined : body)
}

/** The whole reply as it travels. For connections without a request, and for mutants that Node would correct. */
export function toOctets({ status, fields, body }: Reply): Buffer {
  const lines = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`,
    `Date: ${new Date().toUTCString()}`,
    ...fields.map((field) => field.join(': ')),
  ]
  return Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1'), Buffer.from(body)])
}

/** Writes octets past Node's response, when it is this answer's turn, and ends the connection. */
export function endWith(octets: Buffer, { request, response }: Ask): void {
  if (response.socket === null) {
    response.once('socket', () => request.socket.end(octets))
  } else {
    request.socket.end(octets)
  }
}
