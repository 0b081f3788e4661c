/** Sends requests at a fixed rate, however the server copes with them. */
import { once } from 'node:events'
import { Agent, type IncomingMessage, request } from 'node:http'
import { createHistogram, type RecordableHistogram } from 'node:perf_hooks'
import { setImmediate, setTimeout } from 'node:timers/promises'
import type { LoadJob, LoadRequest } from './generator.ts'
import { busyShare, record, type Sent } from './saturate.ts'

/**
 * Sends each request when it is due, on a free connection or on the first that becomes free. Latency counts from when
 * the request was due. (autocannon's own rate sends all requests of a second at its beginning.) A request without an
 * answer at the end of the wait counts as having waited until then.
 */
export async function sendAtRate(job: LoadJob & { readonly perSecond: number }): Promise<Sent> {
  const { url, connections, seconds, requests, perSecond, waitSeconds = 0 } = job
  const agent = await openConnections(url, connections, requests)
  const latencyUs = createHistogram()
  const pending = new Map<number, Promise<void>>()
  let failures = 0
  const total = Math.max(1, Math.floor(seconds * perSecond))
  const [began, cpu] = [performance.now(), process.cpuUsage()]
  const dueAt = (nth: number): number => began + (nth * 1000) / perSecond
  const send = async (nth: number): Promise<void> => {
    const isRight = await ask(agent, url, pick(requests, nth))
    // A response after the end of the wait has been counted already.
    if (!pending.delete(nth)) return
    record(latencyUs, performance.now() - dueAt(nth))
    if (!isRight) failures += 1
  }
  for (let nth = 0; nth < total; nth += 1) {
    await until(dueAt(nth))
    pending.set(nth, send(nth))
  }
  await until(dueAt(total))
  const busy = busyShare(cpu, seconds)
  await Promise.race([
    Promise.all(pending.values()),
    setTimeout(waitSeconds * 1000, undefined, { ref: false }),
  ])
  const answered = latencyUs.count
  const unanswered = giveUp(pending, latencyUs, dueAt)
  return { requests: answered, reached: total, unanswered, seconds, failures, busy, latencyUs }
}

/** Connections are kept between jobs, as long as the server keeps them. */
const agents = new Map<string, Agent>()

async function openConnections(
  url: string,
  connections: number,
  requests: readonly LoadRequest[],
): Promise<Agent> {
  const agent = agents.get(url) ?? new Agent({ keepAlive: true, maxSockets: connections, scheduling: 'fifo' })
  agents.set(url, agent)
  const open = Object.values(agent.freeSockets).reduce((sum, sockets) => sum + (sockets?.length ?? 0), 0)
  if (open < connections) {
    await Promise.all(Array.from({ length: connections }, (_, nth) => ask(agent, url, pick(requests, nth))))
  }
  return agent
}

function pick(requests: readonly LoadRequest[], nth: number): LoadRequest {
  const picked = requests[nth % requests.length]
  if (picked === undefined) throw new RangeError('no requests to send')
  return picked
}

function giveUp(
  pending: Map<number, unknown>,
  latencyUs: RecordableHistogram,
  dueAt: (nth: number) => number,
): number {
  const now = performance.now()
  for (const nth of pending.keys()) record(latencyUs, now - dueAt(nth))
  const unanswered = pending.size
  pending.clear()
  return unanswered
}

/** Timers are late by up to a millisecond, so the last part is spent checking the clock between other events. */
async function until(moment: number): Promise<void> {
  do {
    const left = moment - performance.now()
    await (left > 3 ? setTimeout(left - 2) : setImmediate())
  } while (performance.now() < moment)
}

/** Resolves to whether the response arrived whole and has the expected status. */
async function ask(agent: Agent, url: string, { path, headers, status }: LoadRequest): Promise<boolean> {
  try {
    const outgoing = request(url + path, { agent, headers })
    outgoing.end()
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what Node's client passes to this event
    const [response] = (await once(outgoing, 'response')) as [IncomingMessage]
    response.resume()
    await once(response, 'end')
    return response.statusCode === status
  } catch {
    return false
  }
}
