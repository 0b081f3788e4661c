/** Clients of every kind for a long run, whose load a service bears easily and whose requests vary. */
import { once } from 'node:events'
import { Agent, type IncomingMessage, request } from 'node:http'
import { text } from 'node:stream/consumers'
import { setTimeout } from 'node:timers/promises'
import type { Program } from '../processes/start-program.ts'

/** A request, and the expected status. */
export interface Asked {
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly status: number
}

/** What is asked of the service in a soak, and what happens to it meanwhile. */
export interface Plan {
  readonly perSecond: number
  /** Flags of Node for the service. */
  readonly flags?: readonly string[]
  /** Whether some clients open a connection for each request. */
  readonly someNew: boolean
  /** Called when the service listens. Resolves to its requests, which are sent in turn. */
  begin(url: string): Promise<readonly Asked[]>
  /** Called after the last of so many answers. Resolves to the number of changes, and to what was wrong. */
  end(
    program: Program,
    answered: number,
  ): Promise<{ readonly changes: number; readonly failures: readonly string[] }>
  /** Called last, whatever happened. */
  stop?(): Promise<void>
}

/** What the clients met during one call of `ask`. */
export interface Met {
  readonly answered: number
  /** What was wrong with answers, in words. */
  readonly failures: readonly string[]
  /** The latencies of short requests, from the sending of the request. */
  readonly latenciesMs: readonly number[]
}

export interface Clients {
  /** Sends requests at the joint rate until time is up, at least one per client. Resolves at the last answer. */
  ask(seconds: number): Promise<Met>
  /** Closes the kept connections. */
  close(): void
}

/** Clients keep a connection, or, where some are to be new, the fourth of each four opens one for each request. */
export function createClients(
  url: string,
  count: number,
  { perSecond, someNew }: Pick<Plan, 'perSecond' | 'someNew'>,
  requests: readonly Asked[],
): Clients {
  const agents = Array.from({ length: count }, (_, at) =>
    someNew && at % 4 === 3 ? undefined : new Agent({ keepAlive: true, maxSockets: 1 }),
  )
  let next = 0
  return {
    ask: async (seconds) => {
      const failures: string[] = []
      const latenciesMs: number[] = []
      let answered = 0
      const until = performance.now() + seconds * 1000
      const pauseMs = (1000 * count) / perSecond
      const run = async (agent: Agent | undefined): Promise<void> => {
        // So that the clients do not all begin at once.
        await setTimeout(Math.random() * pauseMs)
        do {
          const asked = requests[next % requests.length]
          next += 1
          if (asked === undefined) return
          const began = performance.now()
          const problem = await send(url, agent, asked)
          answered += 1
          if (problem !== undefined) failures.push(problem)
          else if (asked.path.includes('limit=')) latenciesMs.push(performance.now() - began)
          await setTimeout(Math.max(0, began + pauseMs - performance.now()))
        } while (performance.now() < until)
      }
      await Promise.all(agents.map((agent) => run(agent)))
      return { answered, failures, latenciesMs }
    },
    close: () => {
      for (const agent of agents) agent?.destroy()
    },
  }
}

/** A service that takes longer hangs. */
const answerMs = 60_000

/** Resolves to a description of what was wrong with the answer; undefined if nothing was. */
export async function send(
  url: string,
  agent: Agent | undefined,
  { path, headers, status }: Asked,
): Promise<string | undefined> {
  try {
    const signal = AbortSignal.timeout(answerMs)
    const sent = request(`${url}${path}`, { agent: agent ?? false, headers: { ...headers }, signal }).end()
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the event's only argument
    const [response] = (await once(sent, 'response')) as [IncomingMessage]
    const body = await text(response)
    if (response.statusCode !== status) return `${path}: ${response.statusCode} where ${status} was due`
    return status === 200 && !body.endsWith(']') ? `${path}: a list without an end` : undefined
  } catch (error) {
    return `${path}: ${String(error)}`
  }
}
