/** Compares every response of a check with those before it. */
import { alone, inTurn, type Session } from '@plant-store/raw-http'
import type { Collector } from '../../run/checker.ts'
import type { AnyOracle } from '../../oracle/any-oracle.ts'
import type { Client } from '../client/client.ts'
import type { Sent } from '../client/sent.ts'
import {
  type SentAndReceived,
  type Difference,
  type Relation,
  type Seen,
  asSeen,
} from '../relations/relation.ts'
import type { Findings } from './findings.ts'
import { findSimplestPair, type Pair } from './simplest-pair.ts'

/** Makes all relations that are checked; each remembers what it saw. */
export type MakeRelations = () => readonly Relation[]

export class Comparer {
  readonly #oracle: AnyOracle
  readonly #makeRelations: MakeRelations
  readonly #findings: Findings
  readonly #collector: Collector
  readonly #client: Client
  readonly #relations: readonly Relation[]

  constructor(makeRelations: MakeRelations, findings: Findings, collector: Collector, client: Client) {
    this.#oracle = client.context.oracle
    this.#makeRelations = makeRelations
    this.#findings = findings
    this.#collector = collector
    this.#client = client
    this.#relations = makeRelations().filter(({ rule }) => findings.isChecked(rule))
  }

  get hasForgotten(): boolean {
    return this.#relations.some(({ forgets }) => forgets?.() === true)
  }

  async compare(sent: Sent): Promise<void> {
    const seen = this.#seenIn(sent)
    if (seen === undefined) return
    for (const relation of this.#relations) {
      const found = relation.see(seen)
      if (found === 'kept') this.#collector.kept(relation.rule, sent.exchange)
      else if (found !== undefined && (await this.#showsAgain(relation, seen, found)))
        await this.#tell(relation, sent, found)
    }
  }

  /** Undefined where nothing can be said about the response. */
  #seenIn(sent: Sent): Seen | undefined {
    const analysis = this.#oracle.analyse(sent.request)
    const isOwed = !analysis.isOpen && analysis.owed !== 'nothing'
    return isOwed && wasAnswered(sent) ? asSeen(sent, analysis) : undefined
  }

  async #showsAgain(
    relation: Relation,
    seen: Seen,
    { isToShowAgain, earlier }: Difference,
  ): Promise<boolean> {
    const isNews = this.#findings.isNews(relation.rule, seen.sent.request)
    if (isToShowAgain !== true || earlier === undefined || !isNews) return true
    const asks = [earlier, seen.sent].map(({ request }) => ({ request }))
    const session = inTurn([...asks, ...asks.toReversed()])
    const again = await this.#findings.tryAgain(() => this.#client.play(session))
    if (again === undefined) return true
    const found = again.flatMap((sent) => this.#seenIn(sent) ?? []).map((one) => relation.see(one))
    // By now the relation knows what differs between responses to the same request.
    return found.some((one) => typeof one === 'object') && typeof relation.see(seen) === 'object'
  }

  async #tell(relation: Relation, sent: Sent, found: Difference): Promise<void> {
    const { rule } = relation
    const { came, due, earlier, isChange } = found
    const breach = { rule, came, due }
    if (isChange === true || earlier === undefined)
      this.#findings.tell(breach, sent, alone({ request: sent.request }), isChange)
    else if (this.#findings.isNews(rule, sent.request))
      await this.#tellPair(relation, { earlier, sent, difference: found })
  }

  /** Tells the simplest two requests that show the difference, or how often it did not show again. */
  async #tellPair(relation: Relation, pair: Pair): Promise<void> {
    const { rule } = relation
    const simplest = this.#findings.isFew(rule)
      ? await this.#findings.tryAgain(() =>
          findSimplestPair(pair, (session) => this.#look(relation, session)),
        )
      : undefined
    const shown = simplest?.pair ?? pair
    const { came, due } = shown.difference
    const once = simplest?.pair === null ? `, once, and not in ${simplest.tries} further tries` : ''
    const session = simplest?.session ?? inTurn([pair.earlier, pair.sent].map(({ request }) => ({ request })))
    this.#findings.tell({ rule, came: came + once, due }, shown.sent, session)
  }

  /** What a session shows by itself, whatever came before. */
  async #look(relation: Relation, session: Session): Promise<Pair | undefined> {
    const all = await this.#client.play(session)
    const anew = this.#makeRelations().filter(({ rule }) => rule === relation.rule)
    const seen = all
      .filter((sent) =>
        this.#oracle.examine(sent).breaches.every(({ rule: one }) => this.#oracle.isAside(one)),
      )
      .flatMap((sent) => this.#seenIn(sent) ?? [])
    for (const one of seen) {
      const found = anew.map((each) => each.see(one)).find((each) => typeof each === 'object')
      if (found?.earlier !== undefined) return { earlier: found.earlier, sent: one.sent, difference: found }
    }
    return undefined
  }
}

const wasAnswered = (sent: Sent): sent is SentAndReceived => !('noResponse' in sent.outcome)
