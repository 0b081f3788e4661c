/** What a finding shows, by what each has whatever the contract is: the status, a field, the media type, the content. */
import { fieldValue, toText } from '@plant-store/raw-http'
import { type Declared, operationFor } from '../contract/coverage.ts'
import { hasResponse } from '../contract/given-requests.ts'
import type { RawResponse } from '../exchange.ts'
import type { Rule } from '../rules/rules.ts'
import type { Finding } from './checker.ts'
import { traitsOf } from './request-kinds.ts'

/** What is wrong with a response: of these, some make others wrong in the same response. */
export type Aspect = 'access' | 'status' | 'type' | 'content' | 'field'

/** A finding with all by which it is held against others. */
export interface Seen {
  readonly finding: Finding
  readonly rule: Rule
  /** What the rule says, whatever the operation, such as `body` of `listPets:body`. */
  readonly kind: string
  /** Such as `GET /pets`; undefined where the document has none for the request. */
  readonly operation: string | undefined
  /** The status, or what came instead; empty where no exchange is known. */
  readonly status: string
  readonly mediaType: string | undefined
  /** How the content of a failure of the service begins, without numbers and ids. */
  readonly text: string
  /** Tells a response by its request and status: the shortest request shows each breach, and may be sent again. */
  readonly response: string | undefined
  /** What its request has that not every request for the operation has; of these, what the document does not name. */
  readonly traits: readonly string[]
  readonly oddities: readonly string[]
}

/** What findings with one cause have in common. */
export interface Symptom {
  /** The lower, the more it may explain. */
  readonly rank: number
  readonly aspect: Aspect
  readonly group: string
  /** Of one group, what tells causes apart; undefined where what their requests have in common does. */
  readonly cause: string | undefined
  /** The headline; undefined where the rule's own sentence says it. `{…}` stand for what came. */
  readonly words?: string
  /** The headline where a group has so many causes that they are one. */
  readonly whole: string
}

const framing = 'answers-are-well-framed'
const ofOperation =
  /^.+?:((?:success|status|content-type|body|header|failure|credential|access|effect|no-effect|request-body)$|(?:parameter|required):(?:path|query|header|cookie):.*)/s

const kindOf = ({ id }: Rule): string => ofOperation.exec(id)?.[1] ?? id

/** Looks at findings by what the rules say of the document. */
export function seer(rules: readonly Rule[]): (finding: Finding) => Seen | undefined {
  const byId = new Map(rules.map((rule) => [rule.id, rule]))
  const operations = [...new Set(rules.map(({ part = '' }) => part))].flatMap((id): readonly Declared[] => {
    const [, method = '', path = ''] = /^([A-Z]+) (\/.*)$/s.exec(id) ?? []
    return path === '' ? [] : [{ id, method, path, statuses: [] }]
  })
  const methods = operations.map(({ method }) => method)
  const namesOf = (what: string): ReadonlySet<string> => {
    const kinds = rules.map((rule) => kindOf(rule)).filter((kind) => kind.startsWith(what))
    return new Set([...methods, ...kinds.map((kind) => kind.replace(/^\w+:\w+:/, ''))])
  }
  const [usual, declared] = [namesOf('required:'), namesOf('parameter:')]
  return (finding) => {
    const { exchange } = finding
    const rule = byId.get(finding.rule)
    if (rule === undefined) return undefined
    const kind = kindOf(rule)
    const operation = kind === rule.id ? undefined : rule.part
    const seen = { finding, rule, kind, operation, ...nothing }
    if (exchange === undefined) return seen
    const { request } = exchange
    const status = statusOf(exchange.response)
    return {
      ...seen,
      operation: operation ?? operationFor(operations, request)?.id,
      status,
      response: `${toText(request)} ${status}`,
      traits: traitsOf(request, usual),
      oddities: traitsOf(request, declared),
      ...(hasResponse(exchange) && contentOf(exchange.response)),
    }
  }
}

const nothing = {
  status: '',
  response: undefined,
  mediaType: undefined,
  text: '',
  traits: [],
  oddities: [],
} as const

const contentOf = (response: RawResponse): Pick<Seen, 'mediaType' | 'text'> => ({
  mediaType: fieldValue(response, 'Content-Type'),
  text:
    response.status < 500
      ? ''
      : response.body
          .toString('utf8')
          .replaceAll(/[\da-f]{4,}(?:-[\da-f]{4,})*|\d+/gi, '')
          .slice(0, 60),
})

const statusOf = (outcome: NonNullable<Finding['exchange']>['response']): string =>
  'status' in outcome ? String(outcome.status) : outcome.noResponse

/** Who gets what is not theirs gets it, whatever else is wrong. */
const isOfAccess = ({ rule, kind }: Seen): boolean => rule.needs === 'two callers' || kind === 'credential'

/** A response that does not end where it says, and those behind it, which can't be read. */
const isBadFraming = ({ rule, finding: { exchange } }: Seen): boolean =>
  rule.id === framing || (exchange !== undefined && 'partial' in exchange.response)

/** What all findings show together. */
export interface Context {
  readonly isFramingBroken: boolean
  /** The responses with which right requests were refused. */
  readonly refused: ReadonlySet<string | undefined>
}

export const contextOf = (all: readonly Seen[]): Context => ({
  isFramingBroken: all.some(({ rule }) => rule.id === framing),
  refused: new Set(all.filter(({ kind }) => kind === 'success').map(({ response }) => response)),
})

/** From the most to the least telling. */
export function symptomOf(seen: Seen, { isFramingBroken, refused }: Context): Symptom {
  const { kind, status, finding } = seen
  if (isOfAccess(seen)) return byRule(0, 'access', kind, '')
  if (isFramingBroken && isBadFraming(seen))
    return named(1, 'status', framing, '', 'Responses{for} do not end where they say.')
  if (status === '') return ofContents(seen, 0)
  const code = Number(status)
  if (!(code > 0))
    return named(2, 'status', 'none', undefined, 'Requests{with}{for} get no whole response: {status}.')
  if (code >= 500)
    return named(3, 'status', status, undefined, 'Requests{with}{for} are answered with {status}.')
  const isOfStatus = finding.came.startsWith(status) && !finding.came.startsWith(`${status} without`)
  return isOfStatus ? ofStatus(seen, code, refused) : ofContents(seen, code)
}

/** The status is what is wrong. */
function ofStatus(seen: Seen, code: number, refused: Context['refused']): Symptom {
  const { rule, kind } = seen
  if (rule.kind === 'refusable')
    return code < 400
      ? byRule(6, 'status', `accepted ${rule.layer === 'http'}`, uncheckedIn(seen), accepted)
      : byRule(9, 'status', 'refusals', kind, notAsDeclared)
  const isRefused = refused.has(seen.response)
  if (kind === 'status' && !isRefused) return named(5, 'status', `undeclared ${code}`, undefined, undeclared)
  if (code >= 400)
    return isRefused || rule.id === 'answers-right-requests'
      ? named(kind === 'success' ? 4 : 5, 'status', `refused ${code}`, undefined, refusal)
      : byRule(5, 'status', `refused ${code}`, kind, refusal)
  return [200, 304].includes(code)
    ? byRule(9, 'status', kind, '')
    : named(4, 'status', String(code), '', otherIsDue)
}

const accepted = 'What must be refused gets a success{for}: nothing checks {causes}.'
const refusal = 'Right requests{with}{for} are refused with {status}.'
const undeclared = 'Requests{with}{for} are answered with {status}, which is not declared.'
const otherIsDue = 'Requests{with}{for} are answered with {status}, where another status is due.'
const notAsDeclared = 'Refusals{for} are not as the document says.'

/** What is not checked: a parameter, where the rule or the request names one alone. */
function uncheckedIn({ kind, rule, traits }: Seen): string {
  const [, name] = /^(?:parameter|required):\w+:(.*)$/s.exec(kind) ?? []
  const [trait = '', ...others] = traits
  return (
    name ??
    (kind === rule.id && others.length === 0 ? /^with the parameter (.+)$/s.exec(trait)?.[1] : undefined) ??
    kind
  )
}

/** The status is right, and something else is not. */
function ofContents({ kind, rule, finding }: Seen, code: number): Symptom {
  const { came } = finding
  const [, missing] =
    /^(?:no|\d+ without) ([A-Z][\w-]*)$/.exec(came) ?? /([A-Z][\w-]*): (?:none)?$/.exec(came) ?? []
  if (missing !== undefined) return named(8, 'field', 'missing', missing, 'Responses{for} lack {causes}.')
  const isRefusal = code >= 400
  if (/^Content-Type: |^no content$/.test(came)) {
    const words = `${isRefusal ? 'Refusals' : 'Responses'}{for} have {causes}, which is not declared.`
    const type = named(7, 'type', isRefusal ? 'refusals' : 'type', came, words)
    return isRefusal ? { ...type, whole: notAsDeclared } : type
  }
  const [field] = /^[A-Z][\w-]*(?=: )/.exec(came) ?? []
  if (field !== undefined)
    return byRule(9, 'field', kind, field, 'Fields of responses{for} are not as the document says: {causes}.')
  if (isRefusal) return byRule(9, 'content', 'refusals', `${kind} ${placeIn(finding)}`, notAsDeclared)
  const aspect = rule.layer === 'http' ? 'field' : 'content'
  return byRule(9, aspect, kind, placeIn(finding), 'Responses{for} are not as the document says.')
}

/** Its headline is the rule's own sentence, unless several rules are broken. */
const byRule = (
  rank: number,
  aspect: Aspect,
  group: string,
  cause: string | undefined,
  whole = '',
): Symptom => ({ rank, aspect, group, cause, whole })

const named = (
  rank: number,
  aspect: Aspect,
  group: string,
  cause: string | undefined,
  words: string,
): Symptom => ({ ...byRule(rank, aspect, group, cause, words), words })

/** Where in the content something is wrong: the innermost member's name, whatever the operation, and what is due. */
function placeIn({ came, due }: Finding): string {
  const [, place] = /: wrong at (\S+|the top)$/.exec(came) ?? []
  return place === undefined
    ? ''
    : ` ${place.split('/').findLast((name) => !/^\d*$/.test(name)) ?? ''} ${due}`
}
