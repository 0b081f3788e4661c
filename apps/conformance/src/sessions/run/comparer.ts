/** Compares every response of a check with those before it. */
import { alone, atOnce, inTurn, type Session } from '@plant-store/raw-http'
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
import type { Sight } from './shrink.ts'

/** Makes all relations that are checked; each remembers what it saw. */
export type MakeRelations = () => readonly Relation[]

/** Two requests are sent again at most this often in each way, until the difference shows. */
const maxTries = 3

export class Comparer {
  readonly #makeRelations: MakeRelations
  readonly #findings: Findings
  readonly #client: Client
  readonly #relations: readonly Relation[]

  constructor(makeRelations: MakeRelations, findings: Findings, client: Client) {
    this.#makeRelations = makeRelations
    this.#findings = findings
    this.#client = client
    this.#relations = makeRelations().filter(({ rule }) => findings.isChecked(rule))
  }

  async compare(sent: Sent): Promise<void> {
    const seen = this.#seenIn(sent)
    if (seen === undefined) return
    for (const relation of this.#relations) {
      const found = relation.see(seen)
      if (found === 'kept') this.#client.context.collector.kept(relation.rule, sent.exchange)
      else if (found !== undefined) await this.#tell(relation, sent, found)
    }
  }

  /** Undefined where nothing can be said about the response. */
  #seenIn(sent: Sent): Seen | undefined {
    const analysis = this.#client.context.oracle.analyse(sent.request)
    const isOwed = !analysis.isOpen && analysis.owed !== 'nothing'
    return isOwed && wasAnswered(sent) ? asSeen(sent, analysis) : undefined
  }

  async #tell(relation: Relation, sent: Sent, found: Difference): Promise<void> {
    const { rule } = relation
    const { came, due, earlier, isChange, isToShowAgain } = found
    const breach = { rule, came, due }
    if (isChange === true || earlier === undefined) {
      this.#findings.tell(breach, sent, alone({ request: sent.request }), isChange)
      return
    }
    const asks = [earlier, sent].map(({ request }) => ({ request }))
    // A difference may show only where both are answered at the same time, and not each time.
    const sessions = [inTurn(asks), atOnce(asks)].flatMap((way) =>
      Array.from({ length: maxTries }, () => way),
    )
    const session = inTurn(asks)
    const once = { ...breach, came: `${came}, once, and not in ${sessions.length} further tries` }
    const tellOnce = () => Promise.resolve(() => this.#findings.tell(once, sent, session))
    await this.#findings.report(
      { breach, sent, session },
      sessions,
      (tried) => this.#look(relation, tried),
      isToShowAgain === true ? undefined : tellOnce,
    )
  }

  /** What two requests show by themselves, whatever came before: sending each twice shows what is by chance. */
  async #look(relation: Relation, session: Session): Promise<Sight | undefined> {
    const asks = session.flatMap((step) => ('ask' in step ? [step.ask] : []))
    const isAtOnce = session.some((step) => 'ask' in step && step.wait === false)
    const all = await this.#client.play((isAtOnce ? atOnce : inTurn)([...asks, ...asks.toReversed()]))
    const { rule } = relation
    const anew = this.#makeRelations().filter((one) => one.rule === rule)
    const seen = all
      .filter((sent) =>
        this.#client.context.oracle
          .examine(sent)
          .breaches.every(({ rule: one }) => this.#client.context.oracle.isAside(one)),
      )
      .flatMap((sent) => this.#seenIn(sent) ?? [])
    // By the second time, they know what differs between responses to the same request.
    for (const one of seen) for (const each of [relation, ...anew]) each.see(one)
    for (const one of seen) {
      const found = anew.map((each) => each.see(one)).find((each) => typeof each === 'object')
      if (found?.earlier !== undefined)
        return { breach: { rule, came: found.came, due: found.due }, sent: one.sent }
    }
    return undefined
  }
}

const wasAnswered = (sent: Sent): sent is SentAndReceived => !('noResponse' in sent.outcome)
