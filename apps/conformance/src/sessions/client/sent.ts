/** What comes of a session: its requests, and what came for each, or why nothing more is sent. */
import { addAbortSignal } from 'node:stream'
import {
  type Address,
  openConnection,
  type Outcome,
  type RawConnection,
  receiveOne,
  type Secrets,
  type Send,
} from '@plant-store/raw-http'
import type { Collector } from '../../run/checker.ts'
import type { Exchange, RawResponse } from '../../exchange.ts'
import type { AnyOracle, WhatCame } from '../../oracle/any-oracle.ts'

/** A request that was sent, and what came. */
export interface Sent extends WhatCame {
  /** Undefined where none came. */
  readonly response: RawResponse | undefined
  readonly exchange: Exchange
  /** Its place in the session. */
  readonly step: number
}

/** A request that waits for its response. */
export interface Waiting {
  readonly step: number
  readonly send: Send
  readonly startedAt: Date
  /** How much longer than meant its pieces took to be sent, in ms. */
  delayMs?: number
}

export const isTimeout = (outcome: Outcome): boolean =>
  'noResponse' in outcome && outcome.noResponse === 'timeout'

/** Whether there is no response although one is owed. */
export const isMissed = (outcome: Outcome, owed: string): boolean =>
  'noResponse' in outcome && (owed === 'a response' || outcome.noResponse === 'unreachable')

/** What a client works with. */
export interface Context extends Address {
  readonly collector: Collector
  readonly secrets: Secrets
  readonly oracle: AnyOracle
}

/** Whoever waits for something on the connection waits no longer than the check lasts. */
export async function open(context: Context): Promise<RawConnection | undefined> {
  const connection = await openConnection(context)
  if (connection !== undefined) addAbortSignal(context.collector.signal, connection.socket)
  return connection
}

/** Rejects when the check is ended. */
export async function receive(
  { collector }: Context,
  connection: RawConnection | undefined,
  timeoutMs: number,
  isLast = true,
): Promise<Outcome> {
  const outcome = connection && (await receiveOne(connection, { isLast, timeoutMs }))
  collector.signal.throwIfAborted()
  return outcome ?? { noResponse: 'unreachable' }
}

/** Tells the collector of a request and what came for it. */
export function record(
  context: Context,
  { step, send: { ask }, startedAt }: Waiting,
  outcome: Outcome,
  connection: RawConnection | undefined,
): Sent {
  const { collector, secrets, oracle } = context
  const { request } = ask
  const { caller } = oracle.analyse(request)
  const exchange = collector.record({
    checker: 'sessions',
    ...(caller !== undefined && { caller }),
    request: secrets.revealIn(request),
    shown: secrets.showIn(request),
    response: outcome,
    startedAt,
    durationMs: Date.now() - startedAt.getTime(),
    connection: connection?.number ?? 0,
  })
  return { request, outcome, response: 'status' in outcome ? outcome : undefined, exchange, step }
}

/** Nothing more is sent: the service has stopped answering, or the budget's time is up. */
export class Over extends Error {
  override readonly name = 'Over'
  /** The last request that got no response; undefined where the time is up. */
  readonly sent: Sent | undefined

  constructor(sent?: Sent) {
    super(sent === undefined ? 'The time is up.' : 'The service stopped answering.')
    this.sent = sent
  }
}

/** Throws the error that says most: that the service stopped answering, rather than that the time is up. */
export function throwFirst(errors: readonly unknown[]): void {
  const telling = errors.find((error) => !(error instanceof Over && error.sent === undefined))
  if (errors.length > 0) throw telling ?? errors[0]
}

/** Resolves when all have ended, or rejects then with the error that says most. */
export async function allEnded(works: readonly Promise<unknown>[]): Promise<void> {
  const ends = await Promise.allSettled(works)
  throwFirst(ends.flatMap((end): unknown[] => (end.status === 'rejected' ? [end.reason] : [])))
}
