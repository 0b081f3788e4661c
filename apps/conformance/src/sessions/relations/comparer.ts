/** Holds every answer of a check against those that came before. */
import { inTurn } from '@plant-store/raw-http'
import type { Court } from '../../court/judge.ts'
import type { Oracle } from '../../oracle/oracle.ts'
import type { Findings } from '../findings.ts'
import { relationsOf } from './all-relations.ts'
import type { Difference, Relation, Seen, Sent } from './relation.ts'

export class Comparer {
  readonly #oracle: Oracle
  readonly #findings: Findings
  readonly #court: Court
  readonly #relations: readonly Relation[]

  constructor(oracle: Oracle, findings: Findings, court: Court) {
    this.#oracle = oracle
    this.#findings = findings
    this.#court = court
    this.#relations = relationsOf(oracle.knowledge).filter(({ rule }) => findings.isJudged(rule))
  }

  async compare(sent: Sent): Promise<void> {
    const seen = this.#seenIn(sent)
    if (seen === undefined) return
    for (const relation of this.#relations) {
      const found = relation.see(seen)
      if (found === 'kept') this.#court.kept(relation.rule, sent.exchange)
      else if (found !== undefined && (await this.#showsAgain(relation, seen, found)))
        this.#tell(relation.rule, sent, found)
    }
  }

  /** Undefined where nothing can be said of the answer. */
  #seenIn(sent: Sent): Seen | undefined {
    const analysis = this.#oracle.analyse(sent.request)
    const { outcome: answer } = sent
    const isOwed = !analysis.isOpen && analysis.owed !== 'nothing'
    return 'noResponse' in answer || !isOwed ? undefined : { sent, answer, analysis }
  }

  async #showsAgain(
    relation: Relation,
    seen: Seen,
    { isToShowAgain, earlier }: Difference,
  ): Promise<boolean> {
    if (isToShowAgain !== true || earlier === undefined || !this.#findings.isNews(relation.rule)) return true
    const asks = [earlier, seen.sent].map(({ request }) => ({ request }))
    const again = await this.#findings.tryAgain(inTurn([...asks, ...asks]))
    if (again === undefined) return true
    const found = again.flatMap((sent) => this.#seenIn(sent) ?? []).map((one) => relation.see(one))
    // By now the relation knows what differs between answers to the same request.
    return found.some((one) => typeof one === 'object') && typeof relation.see(seen) === 'object'
  }

  #tell(rule: string, sent: Sent, { came, due, earlier, isChange }: Difference): void {
    const before = earlier === undefined ? [] : [{ request: earlier.request }]
    const breach = { rule, came, due }
    if (isChange === true) this.#findings.tellOfRepetition(breach, sent)
    else this.#findings.tell(breach, sent, inTurn([...before, { request: sent.request }]))
  }
}
