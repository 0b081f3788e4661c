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

/** Without a body, where there is to be none. */
export const bodied = (reply: Reply, { method }: Ask): Reply =>
  method === 'HEAD' || reply.status === 304 ? { ...reply, body: '' } : reply

/** Writes past Node's response, when it is this answer's turn. */
export function inTurn({ response }: Ask, write: () => void): void {
  if (response.socket === null) response.once('socket', write)
  else write()
}

/** Writes octets when it is this answer's turn, and ends the connection. */
export const endWith = (octets: Buffer, ask: Ask): void => inTurn(ask, () => void ask.socket.end(octets))
