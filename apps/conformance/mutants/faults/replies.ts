/** Faults of whole responses: what they say besides the list, and how they are sent. */
import { randomBytes, randomUUID } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import { both, type Change, on } from '../mutant.ts'
import { type Ask, fieldOf, type Reply, withBody, withField, withVary } from '../server/ask.ts'
import { ownId } from '../server/reference.ts'
import { endWith, inTurn, toBytes } from '../server/write-reply.ts'
import { listed, status, type Trigger } from '../triggers.ts'

/** Changes the finished response. */
export function replying(change: (reply: Reply, ask: Ask | undefined) => Reply | Promise<Reply>): Change {
  return ({ finish }) => ({ finish: async (given, ask) => change(await finish(given, ask), ask) })
}

/** Changes the finished response where there was a request. */
export const replyingTo = (change: (reply: Reply, ask: Ask) => Reply): Change =>
  replying((reply, ask) => (ask === undefined ? reply : change(reply, ask)))

/** Changes the finished response where it has a list, or stands for one: `list` is what 200 carries. */
export const replyingWithList =
  (change: (reply: Reply, list: Buffer, ask: Ask) => Reply): Change =>
  ({ encodeList, finish }) => {
    const lists = new WeakMap<Ask, Buffer>()
    return {
      encodeList: (items, ask) => {
        const list = encodeList(items, ask)
        lists.set(ask, Buffer.from(list))
        return list
      },
      finish: async (given, ask) => {
        const reply = await finish(given, ask)
        const list = ask === undefined ? undefined : lists.get(ask)
        return ask === undefined || list === undefined ? reply : change(reply, list, ask)
      },
    }
  }

/** Answers with another status. */
export const asStatus = (code: number): Change => replying((reply) => ({ ...reply, status: code }))

/** Sets a header field or, for undefined, leaves it out. */
export const sending = (name: string, value: string | undefined): Change =>
  replying((reply) => withField(reply, name, value))

/** Names what lists vary by, besides what they vary by already. */
export const varying = (value: string): Change =>
  on(
    listed,
    replying((reply) => withVary(reply, value)),
  )

/** Leaves header fields out. */
export const lacking = (...names: readonly string[]): Change =>
  replying((reply) => names.reduce((rest, name) => withField(rest, name, undefined), reply))

/** Leaves out the header fields that the completed contract asks for. */
export const plain: Change = lacking('ETag', 'Vary', 'Cache-Control', 'X-Request-Id')

/** Replaces a header field by what `make` returns, where there was a request. */
export const sendingAs = (
  name: string,
  make: (own: string | undefined, ask: Ask) => string | undefined,
): Change => replyingTo((reply, ask) => withField(reply, name, make(fieldOf(reply, name), ask)))

/** Adds header fields to those that are sent already. */
export const adding = (...fields: Reply['fields']): Change =>
  replying((reply) => ({ ...reply, fields: [...reply.fields, ...fields] }))

/** Answers with this body instead, and with this type where one is given. */
export const saying = (body: string, type?: string): Change =>
  replying((reply) => {
    const said = withBody(reply, body)
    return type === undefined ? said : withField(said, 'Content-Type', type)
  })

/** Answers with this status and body instead, and with this type where one is given. */
export const answering = (code: number, body: string, type?: string): Change =>
  both(asStatus(code), saying(body, type))

/** Answers with a page instead, as a proxy does. */
export const htmlPage = (title: string, more = ''): Change =>
  saying(
    `<html><head><title>${title}</title></head><body><h1>${title}</h1>${more}</body></html>`,
    'text/html',
  )

/** A page in place of the response, without the service's header fields. */
export const page = (code: number, title: string, more?: string): Change =>
  both(asStatus(code), htmlPage(title, more), plain)

/** Changes the body, and its length. */
export const bodies = (change: (body: Buffer) => string | Buffer): Change =>
  replying((reply) => withBody(reply, change(Buffer.from(reply.body))))

/** Packs the body with gzip. */
export const zipped: Change = bodies((body) => gzipSync(body))

/** The header fields of a reply except its length. */
export const unmeasured = ({ fields }: Reply): Reply['fields'] =>
  fields.filter(([name]) => name !== 'Content-Length')

/** States a length other than that of the body. */
export const lengths = (change: (body: Buffer) => number): Change =>
  replying((reply) => withField(reply, 'Content-Length', String(change(Buffer.from(reply.body)))))

/** Refuses, or fails, with this status. */
export const refusing = (code: number): Change =>
  replying((reply) => ({
    ...withBody(withField(reply, 'Cache-Control', 'no-store'), `{"error":${code}01,"message":"No."}`),
    status: code,
  }))

/** Refuses, or fails, where a list is due. */
export const failing = (code: number): Change => on(status(200), refusing(code))

/** Answers with this status and an empty body. */
export const bodyless = (code: number): Change => answering(code, '')

/** Redirects the client to another address. */
export const redirecting = (code: number, to: string): Change =>
  replying((reply) => withField({ ...withBody(reply, ''), status: code }, 'Location', to))

/** Closes the connection after the response, and says so. */
export const closing: Change = replyingTo((reply, { response }) => {
  response.shouldKeepAlive = false
  return reply
})

/** Takes this long for a response, in milliseconds. */
export const delaying = (ms: number | ((ask: Ask | undefined) => number)): Change =>
  replying(async (reply, ask) => {
    const wait = typeof ms === 'number' ? ms : ms(ask)
    if (wait > 0) await setTimeout(wait, undefined, { ref: false })
    return reply
  })

/** Writes responses with this function. */
export const writing =
  (write: (reply: Reply, ask: Ask) => void): Change =>
  () => ({ write })

/** Writes responses as these bytes, bypassing Node, and closes the connection. */
export const writingBytes = (change: (head: string, body: string) => string): Change =>
  writing((reply, ask) => {
    const bytes = toBytes(reply).toString('latin1')
    const end = bytes.indexOf('\r\n\r\n') + 4
    endWith(Buffer.from(change(bytes.slice(0, end), bytes.slice(end)), 'latin1'), ask)
  })

/** Sends a body even where Node would leave it out. */
export const evenWithBody: Change = writingBytes((head, body) => head + body)

/** Sends this interim response before each response. */
export const hinting =
  (head: string): Change =>
  ({ write }) => ({
    write: (reply, ask) => {
      inTurn(ask, () => {
        ask.socket.write(`HTTP/1.1 ${head}\r\n\r\n`)
        write(reply, ask)
      })
    },
  })

/** Never answers. */
export const silent: Change = writing(() => {})

/** Closes the connection instead of answering. */
export const cuttingOff: Change = writing((_reply, { socket }) => socket.destroy())

/** Lists in response to GET: those that have a body. */
export const listWithBody: Trigger = {
  holds: (ask, given) => given === 200 && ask?.method === 'GET',
}

/** Refuses, with an Error of its own that no cache may store. */
export const unstored = (code: number, error: number, message: string): Change =>
  both(
    answering(code, JSON.stringify({ error, message }), 'application/json'),
    lacking('ETag', 'Vary'),
    sending('Cache-Control', 'no-store'),
  )

/** A different text each time. */
export const byChance = (): string => randomBytes(9).toString('base64url')

/** Replaces the ids that requests bring; for undefined, by one that the service makes. */
export const idsAs = (change: (own: string, ask: Ask) => string | undefined): Change =>
  sendingAs('X-Request-Id', (sent, ask) => {
    const own = ownId(ask)
    return own === undefined ? sent : (change(own, ask) ?? randomUUID())
  })

/** Replaces the ids that the service makes. */
export const madeAs = (make: () => string): Change =>
  sendingAs('X-Request-Id', (own, ask) => ownId(ask) ?? (own === undefined ? own : make()))
