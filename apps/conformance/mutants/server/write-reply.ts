/** How a reply is sent: through Node's response, or as raw bytes. */
import { STATUS_CODES } from 'node:http'
import type { Ask, Reply } from './ask.ts'

/** HEAD and 304 get no body, but HEAD still gets the header fields of one. */
export function writeReply({ status, fields, body }: Reply, { method, response }: Ask): void {
  response.writeHead(status, fields.flat())
  response.end(method === 'HEAD' || status === 304 ? undefined : body)
}

/** The whole reply as it is sent. For connections without a request, and for mutants that Node would correct. */
export function toBytes({ status, fields, body }: Reply): Buffer {
  const lines = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`,
    `Date: ${new Date().toUTCString()}`,
    ...fields.map((field) => field.join(': ')),
  ]
  return Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1'), Buffer.from(body)])
}

/** The reply, without its body where none is due. */
export const bodied = (reply: Reply, { method }: Ask): Reply =>
  method === 'HEAD' || reply.status === 304 ? { ...reply, body: '' } : reply

/** Lets `write` bypass Node's response when it is this response's turn. */
export function inTurn({ response }: Ask, write: () => void): void {
  if (response.socket === null) response.once('socket', write)
  else write()
}

/** Writes bytes when it is this response's turn, and ends the connection. */
export const endWith = (bytes: Buffer, ask: Ask): void => inTurn(ask, () => void ask.socket.end(bytes))
