/** Finds the rule that a wrong status breaks, from what is wrong with the request, or why it is valid. */
import { valuesOf } from '@plant-store/raw-http'
import type { CompletedExchange, Exchange } from '../../src/exchange.ts'
import { type Subject } from '../../src/subject.ts'
import { analyse } from '../oracle/analyse.ts'
import type { PlantAnalysis, PlantFault } from '../oracle/analysis.ts'
import { readScheme } from '../oracle/credential.ts'
import { tokensOf } from '../oracle/known.ts'

/** What a checker takes to be due: that the request is answered, that it is refused, or any status declared for it. */
export type Due = 'answered' | 'refused' | 'declared'

/**
 * Always names a rule, even where the contract as we read it asks for this very status: a tool that disagrees may be
 * right, and its finding needs a rule. It is then the given rule about valid requests, or about wrong ones.
 */
export function ruleOfStatus(
  due: Due,
  exchange: CompletedExchange,
  subject: Pick<Subject, 'only' | 'refused'>,
): string {
  const { response } = exchange
  const { faults, grounds } = analysisOf(exchange, subject.refused)
  const [fault] = faults
  if (due === 'refused') return fault?.rule ?? 'wrong-request-400'
  // Where the given contract is silent, the decision that completes it makes the request valid.
  if (fault === undefined)
    return grounds.findLast((rule) => rule !== 'limit-accepts-every-number') ?? 'answers-right-requests'
  if (due === 'answered') return 'answers-right-requests'
  if (response.status < 300) return fault.rule
  if (response.status < 500) return fault.statusRule
  return subject.only === 'given' ? 'wrong-request-400' : 'callers-fault-never-5xx'
}

/** By the whole contract. `refused` were once accepted. */
function analysisOf(
  { request, caller }: Pick<Exchange, 'request' | 'caller'>,
  refused: Subject['refused'],
): PlantAnalysis {
  const [credential = ''] = valuesOf(request, 'authorization')
  const { rest } = readScheme(credential)
  const accepted = caller === undefined || rest === '' ? [] : [rest]
  return analyse(request, { only: 'all', tokens: { accepted, refused: tokensOf(refused) } })
}

/** The first thing that is wrong with the request, by the whole contract. `refused` were once accepted. */
export const faultOf = (...asked: Parameters<typeof analysisOf>): PlantFault | undefined =>
  analysisOf(...asked).faults[0]
