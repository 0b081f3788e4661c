/** Reasons that several findings may have in common: general ones, of requests, statuses and bodies; none of a service. */
import { errorCatalogue } from '@plant-store/contracts'
import { toText } from '@plant-store/raw-http'
import { hasResponse } from '../contract/given-requests.ts'
import { isStatusDue } from '../oracle/rule-of-status.ts'
import { comparisons, ofErrorBodies } from './implied-rules.ts'
import type { Finding } from './checker.ts'
import { familyOf, traitsOf } from './request-kinds.ts'

/**
 * What findings have in common, in words; `{status}`, `{with}` and `{fields}` stand for what came. Undefined for a
 * finding to which it does not apply. Findings with the same words, and all others about the same responses, have one
 * cause.
 */
type Reason = (finding: Finding) => string | undefined

/** How findings with one cause are looked for. */
export interface Search {
  /** What breaks less than this is told by the rules' own sentences. */
  readonly leastRules?: number
  /** Of requests, by what is wrong with them. */
  readonly leastFamilies?: number
  /** False where what else is wrong with the same responses is no consequence. */
  readonly isWhole?: boolean
  /** The rule that says the same, if there is one. */
  readonly rule?: string
  readonly find: (left: readonly Finding[]) => Reason
}

const framing = 'answers-are-well-framed'

/** From the most to the least telling. */
export const searches: readonly Search[] = [
  { rule: framing, find: findBadFraming },
  { find: findTraitOfStatus },
  { find: () => atFirstSight },
  { find: findCommonTrait },
  { leastRules: 3, leastFamilies: 2, find: findOneStatus },
  { leastFamilies: 4, find: () => ofOpenDoor },
  { leastRules: 4, find: () => ofRefusal },
  { find: () => ofFamily },
]

/** Looked for at last, with what is missing from right responses as well. */
export const ofContents: readonly Search[] = [
  { find: () => ofMissingField, isWhole: false },
  { find: () => ofErrorBody },
]

/** Finds what is missing from responses with which nothing else is wrong: it is no consequence of what is wrong with others. */
export function lackingFinder(findings: readonly Finding[]): (finding: Finding) => boolean {
  const [lacking = [], others = []] = split(findings, (finding) => ofMissingField(finding) === lackFields)
  const wrong = new Set(others.map((finding) => responseOf(finding)))
  const apart = new Set(
    lacking.filter((one) => !wrong.has(responseOf(one))).map((finding) => missingField(finding)),
  )
  return (finding) => ofMissingField(finding) === lackFields && apart.has(missingField(finding))
}

/** Behind a response that does not end where it says, no other can be read. */
function findBadFraming(left: readonly Finding[]): Reason {
  const isBad = left.some(({ rule }) => rule === framing)
  return ({ rule, exchange }) =>
    isBad && (rule === framing || (exchange && 'partial' in exchange.response))
      ? 'Responses do not end where they say.'
      : undefined
}

/** What is wrong with the response, whatever the request was. */
function atFirstSight({ exchange }: Finding): string | undefined {
  if (exchange === undefined) return undefined
  if (!hasResponse(exchange)) return 'Requests get no whole response: {status}.'
  const { status } = exchange.response
  if (status >= 500) return `Requests are answered with ${status}.`
  if (!knownStatuses.has(status))
    return `Requests are answered with ${status}, a status that the contract does not define.`
  const isHead = exchange.request.method === 'HEAD' && (status === 404 || status === 405)
  return isHead && !isStatusDue(exchange) ? `HEAD is refused with ${status}.` : undefined
}

const knownStatuses = new Set([200, 304, ...Object.values(errorCatalogue).map(({ status }) => status)])

/** What all requests have in common that are answered wrongly: the service stumbles over it. */
function findCommonTrait(left: readonly Finding[]): Reason {
  const trait = commonTrait(left)
  return () => (trait === undefined ? undefined : `${trait} are answered wrongly.`)
}

/** What all requests with such a status have in common; it explains each rule that only requests which have it break. */
function findTraitOfStatus(left: readonly Finding[]): Reason {
  const isStrange = (finding: Finding): boolean => {
    const status = Number(statusOf(finding))
    return status >= 500 || (status > 0 && !knownStatuses.has(status))
  }
  const [strange = [], others = []] = split(left, isStrange)
  const traits = new Map(
    [...Map.groupBy(strange, statusOf)].map(([status, own]) => [status, commonTrait(own)]),
  )
  const ofRules = Map.groupBy(others, ({ rule }) => rule)
  return (finding) => {
    const all = isStrange(finding) ? [traits.get(statusOf(finding))] : [...traits.values()]
    const own = isStrange(finding) ? [finding] : (ofRules.get(finding.rule) ?? [])
    const trait = all.find((one) => one !== undefined && own.every((each) => traitsOfFinding(each).has(one)))
    const statuses = [...traits].filter(([, one]) => one === trait).map(([status]) => status)
    return trait === undefined ? undefined : `${trait} are answered with ${statuses.join(', ')}.`
  }
}

const traitsOfFinding = ({ exchange }: Finding): ReadonlySet<string> =>
  new Set<string>(exchange ? traitsOf(exchange.request) : [])

function commonTrait(findings: readonly Finding[]): string | undefined {
  const [first = new Set<string>(), ...others] = findings.map((finding) => traitsOfFinding(finding))
  const [trait] = others.reduce((some, more) => some.intersection(more), first)
  return trait
}

/** One wrong status, whatever the requests are: the service does not tell them apart. */
function findOneStatus(left: readonly Finding[]): Reason {
  const isOne =
    count(left, (finding) => (ofFamily(finding) === undefined ? undefined : statusOf(finding))) === 1
  return (finding) =>
    isOne && statusOf(finding) !== '200' && ofFamily(finding) !== undefined
      ? 'Requests of several kinds are answered with {status}, where another status is due.'
      : undefined
}

const ofOpenDoor = (finding: Finding): string | undefined =>
  statusOf(finding) === '200' && ofFamily(finding) !== undefined
    ? 'Requests that must be refused are answered as if they were valid.'
    : undefined

/** What must be refused is, but with another status, challenge or body than is due. */
const ofRefusal = (finding: Finding): string | undefined =>
  ofErrorBody(finding) ??
  (Number(statusOf(finding)) >= 400 &&
  (finding.rule.startsWith('challenge-') || !(ofFamily(finding) ?? 'Valid').startsWith('Valid'))
    ? notAsDefined
    : undefined)

/** Requests with one kind of fault, or without any, get a status that is not due, or no response. */
export function ofFamily({ rule, came, exchange }: Finding): string | undefined {
  if (exchange === undefined || comparisons.has(rule)) return undefined
  const isRight =
    hasResponse(exchange) &&
    (!/^\d{3}\b/.test(came) || exchange.response.status === 304 || isStatusDue(exchange))
  return isRight ? undefined : `${familyOf(exchange)} are answered {with}.`
}

/** What this contract asks for beyond HTTP is one cause; a field of HTTP's own, wherever it is missing, is another. */
function ofMissingField(finding: Finding): string | undefined {
  const name = missingField(finding)
  if (name === undefined) return undefined
  return /^(?:Cache-Control|ETag|Vary|X-Request-Id)$/.test(name) ? lackFields : `Responses lack ${name}.`
}

const lackFields = 'Responses lack {fields}.'

const missingField = ({ came }: Finding): string | undefined => {
  const [, name, vary] = /^no ([A-Z][A-Za-z-]+)$|; (Vary): none$/.exec(came) ?? []
  return name ?? vary
}

/** The body of a refusal was made by something that does not know the contract. */
const ofErrorBody = ({ rule, exchange }: Finding): string | undefined =>
  exchange && hasResponse(exchange) && exchange.response.status >= 400 && ofErrorBodies.has(rule)
    ? notAsDefined
    : undefined

const notAsDefined = 'Refusals are not as the contract defines them.'

export const fill = (words: string, own: readonly Finding[]): string =>
  words
    .replace('{status}', () => listOf(own.map((finding) => statusOf(finding))))
    .replace('{with}', () => describeStatuses(own))
    .replace('{fields}', () => listOf(own.map((finding) => missingField(finding))))

const listOf = (all: readonly unknown[]): string => [...new Set(all)].slice(0, 5).join(', ')

function describeStatuses(own: readonly Finding[]): string {
  const all = own.map((finding) => statusOf(finding))
  const statuses = listOf(all.filter((status) => Number(status) > 0))
  const none = all.every((status) => Number(status) > 0) ? [] : ['not at all']
  return [...(statuses === '' ? [] : [`with ${statuses}`]), ...none].join(' or ')
}

/** Those for which it is so, and those for which it is not. */
const split = (findings: readonly Finding[], isSo: (finding: Finding) => boolean): readonly Finding[][] =>
  [true, false].map((wanted) => findings.filter((finding) => isSo(finding) === wanted))

/** How many different values the findings have. */
export const count = (findings: readonly Finding[], of: Reason): number =>
  new Set(findings.map((finding) => of(finding)).filter((value) => value !== undefined)).size

/** The status, or what came instead; empty where no exchange is known. */
export function statusOf(finding: Finding | undefined): string {
  if (finding?.exchange === undefined) return ''
  const { response } = finding.exchange
  return 'status' in response ? String(response.status) : response.noResponse
}

/** Tells a response by its request and status: the shortest request shows each breach, and may be sent again. */
export const responseOf = (finding: Finding): string =>
  finding.exchange ? `${toText(finding.exchange.request)} ${statusOf(finding)}` : finding.curl
