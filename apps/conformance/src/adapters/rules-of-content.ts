/** The rules that a response's content breaks, where a tool says only in which part of it something is wrong. */
import type { CompletedExchange } from '../contract/given-requests.ts'
import { contentRules } from '../plants/oracle/responses.ts'
import { analyse } from '../plants/oracle/analyse.ts'
import { examine } from '../plants/oracle/examine.ts'
import { Knowledge } from '../plants/oracle/knowledge.ts'
import { ruleById } from '../rules/rules.ts'
import type { Subject } from '../subject.ts'

/** The part of a response that a tool objects to. */
export type Part = 'type' | 'headers' | 'body'

function partOf(rule: string): Part {
  const isOfBody = rule === 'payload-is-json' || ruleById(rule).pointer.startsWith('/components/schemas/')
  return rule.endsWith('-content-type') ? 'type' : isOfBody ? 'body' : 'headers'
}

/** Rules that say in general what others say in particular, or what no schema says. */
const general = new Set([
  'declared-headers-sent',
  'no-extra-members',
  'every-refusal-has-error-body',
  'bodies-as-declared',
])

/** The rules where we see no fault, of a list and of a refusal: a tool that disagrees with us may be right. */
const otherwise: Readonly<Record<Part, readonly [list: string, refusal: string]>> = {
  type: ['list-content-type', 'error-content-type'],
  headers: ['declared-headers-sent', 'declared-headers-sent'],
  body: ['bodies-as-declared', 'every-refusal-has-error-body'],
}

/** A rule, and what came where we see it broken, too: then it has the same cause as our own finding. */
export interface Broken {
  readonly rule: string
  readonly came?: string
}

/** Never none. Which rules they are, our own examination of the same response says, by the whole contract. */
export function rulesOfContent(
  part: Part,
  { request, response }: CompletedExchange,
  subject: Subject,
): readonly Broken[] {
  const knowledge = new Knowledge({ ...subject, only: 'all' })
  const analysis = analyse(request, knowledge)
  const { breaches } = examine(response, { request, analysis, knowledge })
  const found = breaches.filter(({ rule }) => contentRules.has(rule) && !general.has(rule))
  const own = found.filter(({ rule }) => partOf(rule) === part)
  const [list, refusal] = otherwise[part]
  const all = own.length > 0 ? own : found
  return all.length > 0 ? all : [{ rule: response.status < 400 ? list : refusal }]
}
