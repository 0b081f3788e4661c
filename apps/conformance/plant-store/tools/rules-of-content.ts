/** The rules that a response's content breaks, where a tool says only in which part of it something is wrong. */
import type { CompletedExchange } from '../../src/exchange.ts'
import { contentRules } from '../oracle/responses.ts'
import { analyse } from '../oracle/analyse.ts'
import { examine } from '../oracle/examine.ts'
import { Knowledge } from '../oracle/knowledge.ts'
import type { Subject } from '../../src/subject.ts'

/** The part of a response that a tool objects to. */
export type Part = 'type' | 'headers' | 'body'

/** A rule, and what came where we see it broken, too: then it has the same cause as our own finding. */
export interface Broken {
  readonly rule: string
  readonly came?: string
}

/** By the part of a response that a tool objects to: the rules where we see no fault, of a list and of a refusal. */
const otherwise = {
  type: ['list-content-type', 'error-content-type'],
  headers: ['declared-headers-sent', 'declared-headers-sent'],
  body: ['bodies-as-declared', 'every-refusal-has-error-body'],
} as const

/** Never none: a tool that disagrees with our own examination of the response, by the whole contract, may be right. */
export function rulesOfContent(
  part: Part,
  { request, response }: CompletedExchange,
  subject: Subject,
): readonly Broken[] {
  const knowledge = new Knowledge({ ...subject, only: 'all' })
  const analysis = analyse(request, knowledge)
  const { breaches } = examine(response, { request, analysis, knowledge })
  // schemathesis reports content decoded: it is not in the coding that its field names.
  const isOfPart = (rule: string): boolean => part === 'body' || rule !== 'payload-is-json'
  const found = breaches.filter(({ rule }) => contentRules.has(rule) && isOfPart(rule))
  const [list, refusal] = otherwise[part]
  return found.length > 0 ? found : [{ rule: response.status < 400 ? list : refusal }]
}
