/** What findings show, by what each has whatever the contract is: the status, a field, the media type, the content. */
import { toText } from '@plant-store/raw-http'
import { splitTarget } from '../document/paths.ts'
import type { SentRequest } from '../exchange.ts'
import type { Declared } from './basis.ts'
import type { Finding } from './checker.ts'
import type { Evidence, Place } from './verdict.ts'

/** What findings are seen by. `credentials`: the names of the fields and parameters that carry one. */
export interface Known {
  readonly operations: readonly Declared[]
  readonly credentials?: readonly string[]
}

/** A rule, where it stands, and what was found about it. */
export type Broken = Place & Pick<Evidence, 'rule' | 'findings'>

/** What is wrong with a response: of these, some make others wrong in the same response. */
export type Aspect = 'access' | 'status' | 'type' | 'content' | 'field'

/** What findings with one cause have in common. */
interface Symptom {
  /** The lower, the more it may explain. */
  readonly rank: number
  readonly aspect: Aspect
  readonly group: string
  /** The headline, in which `{…}` stand for what came; empty where the rule's own sentence says it. */
  readonly words: string
  /** What tells causes of one group apart, such as a field or a parameter. */
  readonly name: string
  /** Whether the rule's own sentence says it better, as long as all findings are about rules of one kind. */
  readonly isOfRule: boolean
}

/** A finding with all by which it is held against others. */
export interface Shown {
  readonly finding: Finding
  readonly broken: Broken
  /** What the rule says, whatever the operation, such as `body` of `listPets:body`. */
  readonly kind: string
  /** Such as `GET /pets`; undefined where the document has none for the request. */
  readonly operation: string | undefined
  /** The status, or what came instead; empty where no exchange is known. */
  readonly status: string
  /** Tells a response by its request and status: the shortest request shows each breach, and may be sent again. */
  readonly response: string | undefined
  /** What its request has that not every request for the operation has, each as words that complete "Requests …". */
  readonly traits: readonly string[]
  readonly symptom: Symptom
}

type Seen = Omit<Shown, 'symptom'>

/** All findings, in the order of the rules. */
export function shownIn(all: readonly Broken[], { operations, credentials = [] }: Known): readonly Shown[] {
  const required = all.flatMap(({ rule }) => /(?:^|:)required:\w+:(.*)$/s.exec(rule.id)?.[1] ?? [])
  const usual = new Set([...required, ...credentials, ...operations.map(({ method }) => method)])
  const seen = all.flatMap((broken) => {
    const own = operations.find(({ id }) => broken.rule.id.startsWith(`${id}:`))
    return broken.findings.map((finding) => see(broken, finding, own, usual))
  })
  const isFramingBroken = seen.some(({ broken }) => broken.rule.id === framing)
  const refused = new Set(seen.filter(({ kind }) => kind === 'success').map(({ response }) => response))
  return seen.map((one) => {
    const isUnframed = isFramingBroken && isPartial(one)
    return Object.assign({ symptom: symptomOf(one, isUnframed, refused.has(one.response)) }, one)
  })
}

function see(broken: Broken, finding: Finding, own: Declared | undefined, usual: ReadonlySet<string>): Seen {
  const { request, response } = finding.exchange ?? {}
  const status =
    response === undefined ? '' : 'status' in response ? String(response.status) : response.noResponse
  const traits = request ? traitsOf(request).filter(([name]) => !usual.has(name)) : []
  return {
    finding,
    broken,
    kind: own ? broken.rule.id.slice(own.id.length + 1) : broken.rule.id,
    operation: own ? `${own.method} ${own.path}` : finding.operation?.[1],
    status,
    response: request && `${toText(request)} ${status}`,
    traits: traits.map(([, words]) => words),
  }
}

export const malformed = 'that are malformed'

/** What a request has that not every request has: its name, and words that complete "Requests …". */
function traitsOf(request: SentRequest): readonly (readonly [name: string, words: string])[] {
  const { method, target, fields, body = '', bytes = '' } = request
  const parameters = [...new Set(new URLSearchParams(splitTarget(target)[1]).keys())]
  const others = fields.filter(
    ([name, value]) => !usualFields.test(name) && `${name}: ${value}` !== 'Accept: */*',
  )
  return [
    ...(/^https?:/i.test(target) ? [['', 'whose target is an absolute URL'] as const] : []),
    ...parameters.map((name) => [name, `with the parameter ${name}`] as const),
    ...others.map(([name]) => [name.toLowerCase(), `with ${name.toLowerCase()}`] as const),
    ...(body === '' ? [] : [['', 'with content'] as const]),
    ...(method === 'GET' ? [] : [[method, `by ${method}`] as const]),
    ...(bytes === '' ? [] : [['', bytes.includes(' HTTP/1.0\r\n') ? 'in HTTP/1.0' : malformed] as const]),
  ]
}

const usualFields = /^(?:authorization|host|connection|accept|content-type|content-length|user-agent)$/i

function named(rank: number, aspect: Aspect, group: string, words: string, name = ''): Symptom {
  return { rank, aspect, group, words, name, isOfRule: false }
}

const ofRule: typeof named = (...symptom) => ({ ...named(...symptom), isOfRule: true })

const framing = 'answers-are-well-framed'

/** Rules about credentials, of any document and of our own. */
const ofCredentials =
  /^(?:credential|token-required|(?:unknown|retired)-token-refused|malformed-credential-refused|other-scheme-refused)$/

/** What stands behind a response that does not end where it says can't be read. */
const isPartial = ({ broken, finding: { exchange } }: Seen): boolean =>
  broken.rule.id === framing || (exchange !== undefined && 'partial' in exchange.response)

const answered = 'Requests{with}{for} are answered with {status}'
const notAsDeclared = 'Refusals{for} are not as the document says.'

/** From the most to the least telling. `isRefused`: a right request was refused with the response. */
function symptomOf(seen: Seen, isUnframed: boolean, isRefused: boolean): Symptom {
  const { broken, kind, status, finding } = seen
  const code = Number(status)
  // Who gets what is not theirs gets it, whatever else is wrong.
  if (broken.rule.needs === 'two callers')
    return named(0, 'access', kind, 'Callers get what only others have access to{for}.')
  if (ofCredentials.test(kind) && code < 400)
    return named(0, 'access', 'credential', 'Requests{for} without an accepted credential get a success.')
  if (isUnframed) return named(1, 'status', framing, 'Responses{for} do not end where they say.')
  if (status === '') return ofContents(seen, 0)
  if (!(code > 0)) return named(2, 'status', 'none', 'Requests{with}{for} get no whole response: {status}.')
  // Which methods and versions a service speaks is no failure of it (RFC 9110, 15.6).
  if (code >= 500 && code !== 501 && code !== 505) return named(3, 'status', 'failure', `${answered}.`)
  return finding.came.startsWith(status) && !finding.came.startsWith(`${status} without`)
    ? ofStatus(seen, code, isRefused)
    : ofContents(seen, code)
}

/** The status is what is wrong. */
function ofStatus(seen: Seen, code: number, isRefused: boolean): Symptom {
  const { broken, kind, status } = seen
  const { rule } = broken
  if (rule.kind === 'refusable') {
    if (code >= 400) return ofRule(9, 'status', 'refusals', notAsDeclared)
    const words = 'What must be refused gets a success{for}: nothing checks {names}.'
    return ofRule(6, 'status', `accepted ${rule.layer === 'http'}`, words, uncheckedIn(seen))
  }
  if (kind === 'status' && !isRefused)
    return named(5, 'status', 'undeclared', `${answered}, which is not declared.`, status)
  if (code >= 400) {
    const shape = isRefused || rule.id === 'answers-right-requests' ? named : ofRule
    const rank = isRefused && kind === 'success' ? 4 : 5
    return shape(rank, 'status', 'refused', 'Right requests{with}{for} are refused with {status}.', status)
  }
  return code === 200 || code === 304
    ? ofRule(9, 'status', kind, '')
    : named(4, 'status', status, `${answered}, where another status is due.`)
}

/** What is not checked: a parameter, where the rule or the request names one alone. */
function uncheckedIn({ kind, broken, traits }: Seen): string {
  const [, name] = /^(?:parameter|required):\w+:(.*)$/s.exec(kind) ?? []
  const [trait = '', ...others] = traits
  const alone =
    kind === broken.rule.id && others.length === 0 ? /^with the parameter (.+)$/s.exec(trait)?.[1] : undefined
  return name ?? alone ?? kind
}

/** The status is right, and something else is not. */
function ofContents({ kind, broken, finding: { came, due } }: Seen, code: number): Symptom {
  const isType = /^Content-Type: |^no content$/.test(came)
  const [, missing] =
    /^(?:no|\d+ without) ([A-Z][\w-]*)$/.exec(came) ?? /([A-Z][\w-]*): (?:none)?$/.exec(came) ?? []
  if (code >= 400 && isType) return ofRule(7, 'type', 'refusals', notAsDeclared)
  if (missing !== undefined) return named(8, 'field', 'missing', 'Responses{for} lack {names}.', missing)
  if (isType) return named(7, 'type', 'type', 'Responses{for} have {names}, which is not declared.', came)
  if (code >= 400) return ofRule(9, 'content', 'refusals', notAsDeclared)
  const place = placeIn(came)
  if (place === undefined)
    return ofRule(
      9,
      /^[A-Z][\w-]*: /.test(came) || broken.rule.layer === 'http' ? 'field' : 'content',
      kind,
      '',
    )
  const words = 'Content{for} is not as its schema says: {names}.'
  return named(9, 'content', kind, words, `${due} at ${place}`)
}

/** At which member, wherever that stands, JSON is not as its schema says. */
function placeIn(came: string): string | undefined {
  const [, place] = /: wrong at (\S+|the top)$/.exec(came) ?? []
  return place?.split('/').findLast((one) => !/^\d*$/.test(one)) ?? (place === undefined ? place : 'an item')
}
