/** A service of orders and their lines, with these faults. Its document is that of the tests for any document. */
import { createHash } from 'node:crypto'
import type { IncomingMessage, RequestListener } from 'node:http'
import { text } from 'node:stream/consumers'
import { gzipSync } from 'node:zlib'

/** What must be there. */
const required = ['number', 'title', 'price']

export const callers = ['key-of-anna-1', 'key-of-berta-2']

interface Order {
  readonly id: string
  readonly owner: number
  value: Readonly<Record<string, unknown>>
  readonly lines: { readonly id: number; readonly tree: unknown }[]
  count: number
  readonly past: { readonly tag: string; readonly at: number }[]
}

interface Reply {
  readonly status: number
  readonly value?: unknown
  readonly fields?: Readonly<Record<string, string>>
}

const refuse = (status: number): Reply => ({
  status,
  value: { status },
  fields: { 'Content-Type': 'application/problem+json' },
})

function parse(sent: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(sent)
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Readonly<Record<string, unknown>>)
      : undefined
  } catch {
    return undefined
  }
}

export function serviceOf(faults: readonly string[]): RequestListener {
  const orders = new Map<string, Order>()
  const keys = new Map<string, Reply>()
  let last = 0
  const isFault = (name: string): boolean => faults.includes(name)
  const keep = (owner: number, value: Order['value']): Order => {
    last += 1
    const order = {
      id: `order-${last}`,
      owner,
      value: { state: 'open', ...value },
      lines: [],
      count: 0,
      past: [],
    }
    orders.set(order.id, order)
    return order
  }
  for (const [at, price] of [3, 20, 8, 11, 0, 5].entries())
    keep(at % 2, {
      number: `N9000${at}`,
      title: `Order of ${callers[at % 2] ?? ''}`.slice(0, 20),
      price,
      state: at > 2 ? 'done' : 'open',
    })

  const isRight = (value: Order['value'], needed: readonly string[]): boolean =>
    needed.every((name) => value[name] !== undefined && !(isFault('zero') && value[name] === 0)) &&
    Object.entries(value).every(([name, one]) => {
      if (name === 'number') return typeof one === 'string' && /^N\d{5}$/.test(one)
      if (name === 'title')
        return (
          typeof one === 'string' &&
          (isFault('bytes') ? Buffer.byteLength(one) : Array.from(one).length) <= (isFault('long') ? 99 : 20)
        )
      if (name === 'mail')
        return (
          typeof one === 'string' &&
          (isFault('mail') ? /^[a-z.]+@[a-z.]+$/ : /^[^@\s]+@[a-z0-9-]+(?:\.[a-z0-9-]+)+$/i).test(one)
        )
      if (name === 'price') return typeof one === 'number' && one >= 0 && one <= 90
      return name === 'state' && ['open', 'done'].includes(String(one))
    })
  const isTaken = (value: Order['value'], owner: number, own?: Order): boolean =>
    [...orders.values()].some(
      (one) => one !== own && one.owner === owner && one.value['number'] === value['number'],
    )
  const shown = (order: Order): object => ({ id: order.id, ...order.value, lineCount: order.count })
  const tagOf = (order: Order): string =>
    `"${createHash('md5')
      .update(JSON.stringify(isFault('tag') ? order.value : shown(order)))
      .digest('hex')}"`
  const one = (order: Order, status = 200): Reply => ({
    status,
    value: shown(order),
    fields: { ETag: tagOf(order), 'Cache-Control': isFault('public') ? 'public, max-age=60' : 'private' },
  })

  function list(owner: number, search: URLSearchParams): Reply {
    const limit = Number(search.get('limit') ?? 10)
    const wanted = search.get('state')
    const sort = search.get('sort')
    const after = search.get('after')
    const isWrong = search.has('limit') && !(Number.isInteger(limit) && limit > 0 && limit <= 50)
    if (
      isWrong ||
      (wanted !== null && !['open', 'done'].includes(wanted)) ||
      (after !== null && !orders.has(after))
    )
      return refuse(400)
    if (sort !== null && !['price', '-price'].includes(sort)) return refuse(400)
    const found = [...orders.values()]
      .filter((order) => order.owner === owner || (isFault('filter') && wanted !== null))
      .filter((order) => wanted === null || order.value['state'] === wanted)
    const sign = sort === '-price' ? -1 : sort === 'price' ? 1 : 0
    const price = (order: Order): number => Number(order.value['price'])
    const sorted = found.toSorted((a, b) => sign * (price(a) - price(b)))
    const from = after === null ? 0 : sorted.findIndex(({ id }) => id === after) + 1
    const items = sorted.slice(from, from + limit)
    const next = from + limit < sorted.length ? items.at(-1)?.id : null
    return {
      status: 200,
      value: {
        items: items.map((order) => shown(order)),
        total: found.length,
        next,
      },
    }
  }

  function make(owner: number, key: string | undefined, sent: string): Reply {
    const known = key === undefined || isFault('key') ? undefined : keys.get(`${owner} ${key}`)
    if (known !== undefined) return known
    const value = parse(sent)
    if (value === undefined || !isRight(value, required)) return refuse(422)
    if (isTaken(value, owner)) return refuse(409)
    const order = keep(owner, value)
    const reply = one(order, 201)
    const Location = `${isFault('location') ? '/internal' : ''}/orders/${order.id}`
    const whole = { ...reply, fields: { ...reply.fields, Location } }
    if (key !== undefined) keys.set(`${owner} ${key}`, whole)
    return whole
  }

  function change(order: Order, request: IncomingMessage, sent: string): Reply {
    const isPut = request.method === 'PUT'
    const condition = request.headers['if-match']
    if (isPut && condition === undefined) return refuse(400)
    if (condition !== undefined && !/^(?:\*|".*")$/.test(condition)) return refuse(400)
    const past = order.past.filter(({ at }) => isFault('lost') && Date.now() - at < 300)
    const known = ['*', tagOf(order), ...past.map(({ tag }) => tag)]
    if (condition !== undefined && !known.includes(condition)) return refuse(412)
    const value = parse(sent)
    if (value === undefined || !isRight(value, isPut ? required : [])) return refuse(422)
    const whole = isPut ? { state: 'open', ...value } : { ...order.value, ...value }
    if (isTaken(whole, order.owner, order)) return refuse(409)
    order.past.push({ tag: tagOf(order), at: Date.now() })
    order.value = whole
    return one(order)
  }

  function below(order: Order, request: IncomingMessage, name: string | undefined, sent: string): Reply {
    const { method = '' } = request
    if (method === 'GET' && name === undefined) return { status: 200, value: order.lines }
    if (method === 'POST' && name === undefined) {
      const { tree } = parse(sent) ?? {}
      if (typeof tree !== 'string' || Array.from(tree).length > 9) return refuse(422)
      last += 1
      order.lines.push({ id: last, tree })
      order.count += 1
      return { status: 201, value: { id: last, tree } }
    }
    const at = order.lines.findIndex(({ id }) => String(id) === name)
    if (method !== 'DELETE' || name === undefined)
      return { ...refuse(405), fields: { Allow: name === undefined ? 'GET, HEAD, POST' : 'DELETE' } }
    if (at < 0) return refuse(404)
    order.lines.splice(at, 1)
    if (!isFault('count')) order.count -= 1
    return { status: 204 }
  }

  function reply(request: IncomingMessage, sent: string): Reply {
    const { method = '', headers: given } = request
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://localhost')
    if (request.rawHeaders.filter((name) => name.toLowerCase() === 'host').length > 1) return refuse(400)
    const owner = callers.findIndex((token) => given.authorization?.replace(/^bearer /i, '') === token)
    const [, id, rest, name] = /^\/orders(?:\/(order-\d+)(?:(\/lines)(?:\/(\d+))?)?)?$/.exec(pathname) ?? [
      undefined,
    ]
    if (!/^\/orders(?:\/[^/]+(?:\/lines(?:\/[^/]+)?)?)?$/.test(pathname)) return refuse(404)
    const ways =
      pathname === '/orders'
        ? ['GET', 'POST']
        : rest === undefined
          ? ['GET', 'PUT', 'PATCH', 'DELETE']
          : name === undefined
            ? ['GET', 'POST']
            : ['DELETE']
    if (!ways.includes(method)) return { ...refuse(405), fields: { Allow: ways.join(', ') } }
    if (owner < 0) return { status: 401, fields: { 'WWW-Authenticate': 'Bearer' } }
    if (!/^[a-z0-9-]{8,36}$/.test(given['x-request-id']?.toString() ?? 'made-by-me')) return refuse(400)
    if (
      ['POST', 'PUT', 'PATCH'].includes(method) &&
      !/^application\/json\s*(?:;.*)?$/i.test(given['content-type'] ?? '')
    )
      return refuse(415)
    if (pathname === '/orders')
      return method === 'GET'
        ? list(owner, searchParams)
        : make(owner, given['idempotency-key']?.toString(), sent)
    const order = orders.get(id ?? '')
    if (order?.owner !== owner) return refuse(404)
    if (rest !== undefined) return below(order, request, name, sent)
    if (method === 'DELETE') {
      if (![undefined, '*', tagOf(order)].includes(given['if-match'])) return refuse(412)
      orders.delete(order.id)
      return { status: 204 }
    }
    if (method !== 'GET') return change(order, request, sent)
    return given['if-none-match']?.replaceAll('W/', '').includes(tagOf(order)) === true && !isFault('never')
      ? { status: 304, fields: one(order).fields ?? {} }
      : one(order)
  }

  return (request, response) => {
    const isHead = request.method === 'HEAD'
    if (isHead) request.method = 'GET'
    const answer = (sent: string): void => {
      const { status, value, fields = {} } = reply(request, sent)
      const own = isFault('status') && status === 422 ? { status: 400 } : value
      const plain = Buffer.from(own === undefined ? '' : JSON.stringify(own))
      const accepted = request.headers['accept-encoding']?.toString().split(',') ?? []
      const isAccepted = accepted.some((one) => /^\s*gzip\s*(?:;\s*q=(?:1|0?\.\d*[1-9]).*)?$/i.test(one))
      const isCoded =
        status === 200 &&
        plain.length > 200 &&
        (isAccepted || (isFault('coding') && accepted.join().includes('gzip')))
      const bytes = isCoded ? gzipSync(plain) : plain
      const id = request.headers['x-request-id']?.toString()
      response.writeHead(status, {
        ...(plain.length > 0 && { 'Content-Type': 'application/json', 'Content-Length': bytes.length }),
        ...(isCoded && { 'Content-Encoding': 'gzip' }),
        Vary: 'Accept-Encoding',
        'X-Request-Id': id !== undefined && !(isFault('echo') && status >= 400) ? id : 'made-by-me',
        ...fields,
      })
      response.end(isHead ? undefined : bytes)
    }
    void text(request).then(answer, () => response.destroy())
  }
}
