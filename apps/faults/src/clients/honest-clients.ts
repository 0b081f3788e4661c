/** Honest clients: each keeps sending requests, on a kept connection or on new ones, and has every response checked. */
import { Agent } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { until } from '@plant-store/testkit'
import { checkResponse } from '../access/access-history.ts'
import type { Caller, FaultWorld } from '../access/world.ts'
import { type Exchange, exchange, type Outcome } from './exchange.ts'

/** How often each client begins a request, unless it still waits for a response. */
const everyMs = 100
/** A client is well once this many responses in a row were right. */
const rightInRow = 3

/** The requests, in turn: short lists, the whole list, and the whole list only if it has changed. */
const turns = [
  { limit: 5, isConditional: false },
  { limit: undefined, isConditional: false },
  { limit: 20, isConditional: false },
  { limit: undefined, isConditional: true },
] as const

interface Lane extends Caller {
  readonly number: number
  readonly agent: Agent | undefined
  /** The last whole list, and its ETag. */
  known: Pick<Exchange, 'etag' | 'text'>
  /** Right answers in a row to requests sent since the cause was gone. */
  rightSince: number
  /** Whether the last response was right, and the end of the first right one in that row. */
  isRight: boolean
  wellAt: number
}

/** The caller must dispose of them. */
export class HonestClients implements AsyncDisposable {
  /** The number of finished requests, and what was wrong with responses. */
  requests = 0
  readonly wrong: string[] = []
  /** Outcomes that the current fault, or the absence of one, does not explain. */
  readonly unexplained: string[] = []
  /** How often each outcome was seen during faults, and how long recovery took each time. */
  readonly saw = new Map<Outcome, number>()
  readonly recoveriesMs: number[] = []
  /** The longest wait for a right response, in milliseconds. */
  slowestMs = 0
  /** The longest that any request took, in milliseconds. */
  longestMs = 0
  readonly #port: number
  readonly #alwaysMayShow: ReadonlySet<Outcome>
  readonly #lanes: readonly Lane[]
  readonly #leave = new AbortController()
  readonly #running: Promise<unknown>
  /** What was seen since the fault began. */
  #saw = new Map<Outcome, number>()
  #mayShow: ReadonlySet<Outcome> = new Set()
  #clearedAt = Infinity

  /** `alwaysMayShow` are outcomes that the machine explains, whatever happens to the service. */
  constructor(
    port: number,
    { readers, visitor, revoked }: FaultWorld,
    alwaysMayShow: readonly Outcome[] = [],
  ) {
    this.#port = port
    this.#alwaysMayShow = new Set(alwaysMayShow)
    const callers = [
      ...readers.flatMap((caller) => [
        { caller, isKept: true },
        { caller, isKept: false },
      ]),
      { caller: visitor, isKept: true },
      { caller: revoked, isKept: true },
    ]
    this.#lanes = callers.map(({ caller: { token, history }, isKept }, number) => ({
      token,
      history,
      number,
      agent: isKept ? new Agent({ keepAlive: true, maxSockets: 1 }) : undefined,
      known: { etag: undefined, text: '' },
      rightSince: 0,
      isRight: true,
      wellAt: 0,
    }))
    this.#running = Promise.all(this.#lanes.map((lane) => this.#run(lane)))
  }

  /** From now on these outcomes are explained, besides right responses. */
  beginRound(mayShow: readonly Outcome[]): void {
    this.#saw = new Map()
    this.#mayShow = new Set(mayShow)
    this.#clearedAt = Infinity
  }

  /**
   * Resolves once all are well again after `clearedAt`. Recovery took until the last client had a right response: the first
   * after its last failure, or to the request that was under way then; no time if all were well.
   */
  async endRound(clearedAt: number): Promise<void> {
    for (const lane of this.#lanes) lane.rightSince = 0
    this.#clearedAt = clearedAt
    await until('all are well', () => this.#lanes.every(({ rightSince }) => rightSince >= rightInRow))
    for (const [outcome, often] of this.#saw) this.saw.set(outcome, (this.saw.get(outcome) ?? 0) + often)
    this.recoveriesMs.push(Math.max(0, ...this.#lanes.map(({ wellAt }) => wellAt - clearedAt)))
    this.beginRound([])
  }

  /** Resolves once a client has seen one of these outcomes since the round began. */
  untilSeen(...outcomes: readonly Outcome[]): Promise<void> {
    const saw = this.#saw
    return until(`a client sees ${outcomes.join(' or ')}`, () => outcomes.some((outcome) => saw.has(outcome)))
  }

  /** Resolves once this many more requests have finished, whatever their outcome. */
  async untilRequests(count: number): Promise<void> {
    const end = this.requests + count
    await until(`${count} more requests are over`, () => this.requests >= end)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#leave.abort()
    await this.#running
    for (const { agent } of this.#lanes) agent?.destroy()
  }

  async #run(lane: Lane): Promise<void> {
    const { signal } = this.#leave
    for (let turn = lane.number; !signal.aborted; turn += 1) {
      const { limit, isConditional } = turns[turn % turns.length] ?? turns[0]
      const { token, agent, known } = lane
      const etag = isConditional ? known.etag : undefined
      const seen = await exchange({ port: this.#port, token, agent, limit, etag })
      this.#note(lane, seen, limit)
      if (seen.status === 200 && seen.isWhole && limit === undefined) lane.known = seen
      await delay(Math.max(0, seen.startedAt + everyMs - performance.now()))
    }
  }

  #note(lane: Lane, seen: Exchange, limit: number | undefined): void {
    const { outcome, startedAt, endedAt } = seen
    const fault = findFault(lane, seen, limit)
    const isRight = fault === undefined && (outcome === '200' || outcome === '304' || outcome === '401')
    this.requests += 1
    this.longestMs = Math.max(this.longestMs, endedAt - startedAt)
    this.#saw.set(outcome, (this.#saw.get(outcome) ?? 0) + 1)
    if (fault !== undefined) this.wrong.push(fault)
    else if (!isRight && !this.#isExplained(outcome)) this.unexplained.push(outcome)
    if (isRight) this.#noteRight(lane, startedAt, endedAt)
    else lane.rightSince = 0
    lane.isRight = isRight
  }

  #noteRight(lane: Lane, startedAt: number, endedAt: number): void {
    this.slowestMs = Math.max(this.slowestMs, endedAt - startedAt)
    const isAfter = startedAt >= this.#clearedAt
    if (isAfter) lane.rightSince += 1
    if (!lane.isRight || (!isAfter && endedAt > this.#clearedAt)) lane.wellAt = endedAt
  }

  #isExplained(outcome: Outcome): boolean {
    return this.#mayShow.has(outcome) || this.#alwaysMayShow.has(outcome)
  }
}

/** A 304 is checked as the list that the client has. */
function findFault({ history, known }: Lane, seen: Exchange, limit: number | undefined): string | undefined {
  const { status, text, isWhole, startedAt, endedAt } = seen
  if (status === undefined) return undefined
  const response = status === 304 ? { status: 200, text: known.text, isWhole } : { status, text, isWhole }
  return checkResponse({ ...response, limit }, history.during(startedAt, endedAt))
}
