/** Holds every answer of a check against those that came before. */
import type { Court } from '../../court/judge.ts'
import { inTurn, type Sent } from '../../http/session.ts'
import type { Knowledge } from '../../oracle/knowledge.ts'
import type { Oracle } from '../../oracle/oracle.ts'
import type { Findings } from '../findings.ts'
import { allowNamesOptions } from './allow.ts'
import { equalRequests } from './equal-requests.ts'
import { headAsGet } from './head-as-get.ts'
import { oneNumber } from './one-number.ts'
import type { Difference, Relation } from './relation.ts'
import { requestIdsDiffer } from './request-ids.ts'
import { sameRefusal } from './same-refusal.ts'
import { fieldsOfLists, lengthsOfLists, tagsNameLists } from './tags.ts'
import { varyNamesFields } from './vary.ts'

/** Each remembers what it saw, as long as a check lasts. */
const relationsOf = (knowledge: Knowledge): readonly Relation[] => [
  equalRequests(),
  headAsGet(),
  tagsNameLists(),
  lengthsOfLists(),
  fieldsOfLists(),
  sameRefusal(),
  oneNumber(knowledge),
  requestIdsDiffer(),
  varyNamesFields(),
  allowNamesOptions(),
]

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

  compare(sent: Sent): void {
    const analysis = this.#oracle.analyse(sent.request)
    const { outcome: answer } = sent
    if ('noResponse' in answer || analysis.isOpen || analysis.owed === 'nothing') return
    for (const relation of this.#relations) {
      const difference = relation.see({ sent, answer, analysis })
      if (difference === 'kept') this.#court.kept(relation.rule, sent.exchange)
      else if (difference !== undefined) this.#tell(relation.rule, sent, difference)
    }
  }

  #tell(rule: string, sent: Sent, { came, due, earlier, isChange }: Difference): void {
    const before = earlier === undefined ? [] : [{ request: earlier.request }]
    const breach = { rule, came, due }
    if (isChange === true) this.#findings.tellOfRepetition(breach, sent)
    else this.#findings.tell(breach, sent, inTurn([...before, { request: sent.request }]))
  }
}
