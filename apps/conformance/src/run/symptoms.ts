/** What a finding shows, by what each has whatever the contract is: the status, a field, the media type, the content. */
import type { Finding } from './checker.ts'
import type { Seen } from './seen.ts'

/** What is wrong with a response: of these, some make others wrong in the same response. */
export type Aspect = 'access' | 'status' | 'type' | 'content' | 'field'

/** What findings with one cause have in common. */
export interface Symptom {
  /** The lower, the more it may explain. */
  readonly rank: number
  readonly aspect: Aspect
  readonly group: string
  /** What tells causes of one group apart, such as a field or a parameter. */
  readonly name: string
  /** The headline; undefined where the rule's own sentence says it. `{…}` stand for what came. */
  readonly words?: string
  /** The headline where several kinds of rules are broken. */
  readonly whole: string
}

const framing = 'answers-are-well-framed'

/** Rules about credentials, of any document and of our own. */
const ofCredentials =
  /^(?:credential|token-required|(?:unknown|retired)-token-refused|malformed-credential-refused|other-scheme-refused)$/

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
  const { rule, kind, status, finding } = seen
  const code = Number(status)
  // Who gets what is not theirs gets it, whatever else is wrong.
  if (rule.needs === 'two callers') return named(0, 'access', kind, othersOwn)
  if (ofCredentials.test(kind) && code < 400) return named(0, 'access', 'credential', openDoor)
  if (isFramingBroken && isBadFraming(seen))
    return named(1, 'status', framing, 'Responses{for} do not end where they say.')
  if (status === '') return ofContents(seen, 0)
  if (!(code > 0)) return named(2, 'status', 'none', 'Requests{with}{for} get no whole response: {status}.')
  if (isFailure(code)) return named(3, 'status', 'failure', failed)
  const isOfStatus = finding.came.startsWith(status) && !finding.came.startsWith(`${status} without`)
  return isOfStatus ? ofStatus(seen, code, refused) : ofContents(seen, code)
}

/** Which methods and versions a service speaks is no failure of it (RFC 9110, 15.6). */
const isFailure = (code: number): boolean => code >= 500 && code !== 501 && code !== 505

/** The status is what is wrong. */
function ofStatus(seen: Seen, code: number, refused: Context['refused']): Symptom {
  const { rule, kind, status, response } = seen
  if (rule.kind === 'refusable')
    return code < 400
      ? byRule(6, 'status', `accepted ${rule.layer === 'http'}`, accepted, uncheckedIn(seen))
      : byRule(9, 'status', 'refusals', notAsDeclared)
  const isRefused = refused.has(response)
  if (kind === 'status' && !isRefused) return named(5, 'status', 'undeclared', undeclared, status)
  if (code >= 400)
    return isRefused || rule.id === 'answers-right-requests'
      ? named(kind === 'success' ? 4 : 5, 'status', 'refused', refusal, status)
      : byRule(5, 'status', 'refused', refusal, status)
  return [200, 304].includes(code) ? byRule(9, 'status', kind) : named(4, 'status', String(code), otherIsDue)
}

const failed = 'Requests{with}{for} are answered with {status}.'
const othersOwn = 'Callers get what only others have access to{for}.'
const openDoor = 'Requests{for} without an accepted credential get a success.'
const accepted = 'What must be refused gets a success{for}: nothing checks {names}.'
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
  const isType = /^Content-Type: |^no content$/.test(came)
  if (code >= 400 && isType) return byRule(7, 'type', 'refusals', notAsDeclared)
  const [, missing] =
    /^(?:no|\d+ without) ([A-Z][\w-]*)$/.exec(came) ?? /([A-Z][\w-]*): (?:none)?$/.exec(came) ?? []
  if (missing !== undefined) return named(8, 'field', 'missing', 'Responses{for} lack {names}.', missing)
  if (isType) return named(7, 'type', 'type', 'Responses{for} have {names}, which is not declared.', came)
  if (code >= 400) return byRule(9, 'content', 'refusals', notAsDeclared)
  const [field] = /^[A-Z][\w-]*(?=: )/.exec(came) ?? []
  if (field !== undefined) return byRule(9, 'field', kind)
  const place = placeIn(finding)
  return place === ''
    ? byRule(9, rule.layer === 'http' ? 'field' : 'content', kind)
    : named(9, 'content', kind, 'Content{for} is not as its schema says: {names}.', place)
}

/** Its headline is the rule's own sentence, unless several kinds are broken. */
const byRule = (rank: number, aspect: Aspect, group: string, whole = '', name = ''): Symptom => ({
  rank,
  aspect,
  group,
  name,
  whole,
})

const named = (rank: number, aspect: Aspect, group: string, words: string, name?: string): Symptom => ({
  ...byRule(rank, aspect, group, words, name),
  words,
})

/** What is due at which member, wherever that stands, of JSON that is not as its schema says; empty for anything else. */
function placeIn({ came, due }: Finding): string {
  const [, place] = /: wrong at (\S+|the top)$/.exec(came) ?? []
  if (place === undefined) return ''
  return `${due} at ${place.split('/').findLast((one) => !/^\d*$/.test(one)) ?? 'an item'}`
}
