/** Runs sessions: has responses checked, and tells the collector of each breach with the shortest session that shows it. */
import { setImmediate } from 'node:timers/promises'
import {
  alone,
  inGroups,
  requestWriter,
  type Secrets,
  type Session,
  type Token,
  toText,
  type Wanted,
  type WriteRequest,
} from '@plant-store/raw-http'
import type { Collector } from '../../run/checker.ts'
import type { AnyOracle, Breach } from '../../oracle/any-oracle.ts'
import type { SentRequest } from '../../exchange.ts'
import type { Subject } from '../../subject.ts'
import { Client } from '../client/client.ts'
import { type Sent, throwFirst } from '../client/sent.ts'
import { comparer, type MakeRelations } from './comparer.ts'
import { Findings } from './findings.ts'

/** A service that answers this many at once in time can handle a hundred. */
export const widest = 32

/** Sessions are checked in groups of this many, or of more where the service bears more at a time. */
const sessionsAtATime = 24

/** Of two contents of which either comes by chance, one comes so often in one of fifty cases. */
const returns = 12
const mostOthers = 2

/** Unrelated requests share connections, this many on each, as those of clients do. */
const requestsOnAConnection = 12

/** What sessions are played by: what is checked, and what it is checked by. */
type Options<Oracle extends AnyOracle> = Pick<
  Player<Oracle>,
  'subject' | 'collector' | 'secrets' | 'oracle'
> & {
  readonly makeRelations: MakeRelations
}

/** Plays the sessions of a check. */
export class Player<Oracle extends AnyOracle> {
  readonly subject: Subject
  readonly collector: Collector
  readonly secrets: Secrets
  readonly oracle: Oracle
  readonly findings: Findings
  readonly client: Client
  readonly write: WriteRequest
  /** How many connections at a time the service bears. */
  width: number = widest
  readonly #compare: (sent: Sent) => Promise<void>

  constructor({ subject, collector, secrets, oracle, makeRelations }: Options<Oracle>) {
    this.subject = subject
    this.collector = collector
    this.secrets = secrets
    this.oracle = oracle
    this.client = new Client({ ...subject, collector, secrets, oracle })
    this.findings = new Findings(this.client)
    this.#compare = comparer(makeRelations, this.findings, this.client)
    this.write = requestWriter(new URL(subject.url).host, secrets)
    if (subject.rate !== undefined) {
      collector.notReached(
        `Sent at most ${subject.rate} requests a second: unrelated ones came one after the other, not at once.`,
      )
    }
  }

  get callers(): readonly Token[] {
    return this.secrets.callers
  }

  /**
   * Plays the sessions, as many at a time as the service bears. Resolves to what was sent in each. While some are
   * checked, the next are played: checking takes as long as answering.
   */
  async run(sessions: readonly Session[], width = this.width): Promise<readonly (readonly Sent[])[]> {
    const all: Sent[][] = sessions.map(() => [])
    const groups = inGroups([...sessions.entries()], Math.max(width, sessionsAtATime))
    let playing = this.#play(groups[0] ?? [], all, width)
    for (const [at, group] of groups.entries()) {
      const errors = await playing
      playing = this.#play(errors.length > 0 ? [] : (groups[at + 1] ?? []), all, width)
      try {
        this.collector.signal.throwIfAborted()
        for (const [index, session] of group) {
          await this.#checkAll(all[index] ?? [], session, playing)
          // The sessions that are being played get their turn.
          await setImmediate()
        }
        throwFirst(errors)
      } finally {
        await playing
      }
    }
    return all
  }

  /** Sends all requests, several in turn on each connection. */
  async askAll(asks: readonly Wanted[], width?: number): Promise<readonly Sent[]> {
    const groups = inGroups(asks, requestsOnAConnection).map((group) => group.map((ask) => ({ ask })))
    return (await this.run(groups, width)).flat()
  }

  /** Sends each request on a connection of its own. */
  async askApart(asks: readonly Wanted[]): Promise<readonly Sent[]> {
    return (await this.run(asks.map((ask) => alone(ask)))).flat()
  }

  /** Tells the collector which rules a response keeps, and returns its breaches. */
  breachesIn(sent: Sent): readonly Breach[] {
    const seen = this.oracle.examine(sent)
    for (const rule of seen.keptRules)
      if (this.oracle.isChecked(rule)) this.collector.kept(rule, sent.exchange)
    for (const rule of seen.refused)
      if (this.oracle.isChecked(rule)) this.collector.refused(rule, sent.exchange)
    return seen.breaches.filter(({ rule }) => this.oracle.isChecked(rule))
  }

  /** The bytes of a request as they are sent. */
  bytesOf(request: SentRequest): string {
    return this.secrets.reveal(toText(request))
  }

  /** Adds what was sent in each session to `all`. Resolves to the errors that kept the rest from being sent. */
  async #play(
    sessions: readonly (readonly [index: number, session: Session])[],
    all: readonly Sent[][],
    width: number,
  ): Promise<readonly unknown[]> {
    const errors: unknown[] = []
    const waiting = sessions.values()
    const work = async (): Promise<void> => {
      for (const [index, session] of waiting) {
        if (errors.length > 0) return
        await this.client.play(session, all[index]).catch((error: unknown) => errors.push(error))
      }
    }
    await Promise.all(Array.from({ length: Math.min(width, sessions.length) }, () => work()))
    return errors
  }

  /** Whether the request by itself mostly gets what is due by the rule; if not, that rule is not held against it any more. */
  async #returns(rule: string, sent: Sent): Promise<boolean> {
    const isReturning = await this.findings.tryAgain(async () => {
      let others = 0
      for (let time = 0; time < returns && others <= mostOthers; time += 1) {
        const all = await this.client.play(alone({ request: sent.request }))
        const breaches = all.flatMap((one) => this.oracle.examine(one).breaches)
        if (breaches.some((breach) => breach.rule === rule)) others += 1
      }
      return others <= mostOthers
    })
    if (isReturning === false) this.oracle.doubt?.(rule, sent)
    return isReturning === true
  }

  async #checkAll(all: readonly Sent[], session: Session, next: Promise<unknown>): Promise<void> {
    for (const sent of all) {
      const breaches = this.breachesIn(sent)
      for (const breach of breaches) {
        const { rule } = breach
        if (this.findings.isExplained(rule, sent) || !this.findings.isNews(rule, sent.request)) continue
        // Requests sent meanwhile may be the cause, or hide it.
        await next
        if (breach.isToReturn === true && !(await this.#returns(rule, sent))) continue
        await this.findings.reportShortest(breach, sent, session)
      }
      // A response that is wrong by itself also differs from right ones.
      if (breaches.every(({ rule }) => this.oracle.isAside(rule))) await this.#compare(sent)
    }
  }
}
