/** What a finding shows, by what each has whatever the contract is: the status, a field, the media type, the content. */
import type { Seen } from './seen.ts'

/** What is wrong with a response: of these, some make others wrong in the same response. */
export type Aspect = 'access' | 'status' | 'type' | 'content' | 'field'

/** What findings with one cause have in common. */
export interface Symptom {
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

function named(rank: number, aspect: Aspect, group: string, words: string, name = ''): Symptom {
  return { rank, aspect, group, words, name, isOfRule: false }
}

function byRule(rank: number, aspect: Aspect, group: string, words = '', name = ''): Symptom {
  return { rank, aspect, group, words, name, isOfRule: true }
}

const framing = 'answers-are-well-framed'

/** Rules about credentials, of any document and of our own. */
const ofCredentials =
  /^(?:credential|token-required|(?:unknown|retired)-token-refused|malformed-credential-refused|other-scheme-refused)$/

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
export function symptomOf(seen: Seen, context: Context): Symptom {
  const { rule, kind, status, finding } = seen
  const code = Number(status)
  // Who gets what is not theirs gets it, whatever else is wrong.
  if (rule.needs === 'two callers')
    return named(0, 'access', kind, 'Callers get what only others have access to{for}.')
  if (ofCredentials.test(kind) && code < 400)
    return named(0, 'access', 'credential', 'Requests{for} without an accepted credential get a success.')
  if (context.isFramingBroken && isUnframed(seen))
    return named(1, 'status', framing, 'Responses{for} do not end where they say.')
  if (status === '') return ofContents(seen, 0)
  if (!(code > 0)) return named(2, 'status', 'none', 'Requests{with}{for} get no whole response: {status}.')
  if (isFailure(code)) return named(3, 'status', 'failure', 'Requests{with}{for} are answered with {status}.')
  return finding.came.startsWith(status) && !finding.came.startsWith(`${status} without`)
    ? ofStatus(seen, code, context.refused.has(seen.response))
    : ofContents(seen, code)
}

/** What stands behind a response that does not end where it says can't be read. */
const isUnframed = ({ rule, finding: { exchange } }: Seen): boolean =>
  rule.id === framing || (exchange !== undefined && 'partial' in exchange.response)

/** Which methods and versions a service speaks is no failure of it (RFC 9110, 15.6). */
const isFailure = (code: number): boolean => code >= 500 && code !== 501 && code !== 505

const notAsDeclared = 'Refusals{for} are not as the document says.'

/** The status is what is wrong. `isRefused`: it is that with which a right request was refused. */
function ofStatus(seen: Seen, code: number, isRefused: boolean): Symptom {
  const { rule, kind, status } = seen
  if (rule.kind === 'refusable') {
    if (code >= 400) return byRule(9, 'status', 'refusals', notAsDeclared)
    const words = 'What must be refused gets a success{for}: nothing checks {names}.'
    return byRule(6, 'status', `accepted ${rule.layer === 'http'}`, words, uncheckedIn(seen))
  }
  if (kind === 'status' && !isRefused)
    return named(
      5,
      'status',
      'undeclared',
      'Requests{with}{for} are answered with {status}, which is not declared.',
      status,
    )
  if (code >= 400) {
    const shape = isRefused || rule.id === 'answers-right-requests' ? named : byRule
    const rank = isRefused && kind === 'success' ? 4 : 5
    return shape(rank, 'status', 'refused', 'Right requests{with}{for} are refused with {status}.', status)
  }
  return code === 200 || code === 304
    ? byRule(9, 'status', kind)
    : named(
        4,
        'status',
        status,
        'Requests{with}{for} are answered with {status}, where another status is due.',
      )
}

/** What is not checked: a parameter, where the rule or the request names one alone. */
function uncheckedIn({ kind, rule, traits }: Seen): string {
  const [, name] = /^(?:parameter|required):\w+:(.*)$/s.exec(kind) ?? []
  const [trait = '', ...others] = traits
  const alone =
    kind === rule.id && others.length === 0 ? /^with the parameter (.+)$/s.exec(trait)?.[1] : undefined
  return name ?? alone ?? kind
}

/** The status is right, and something else is not. */
function ofContents({ kind, rule, finding: { came, due } }: Seen, code: number): Symptom {
  const isType = /^Content-Type: |^no content$/.test(came)
  const [, missing] =
    /^(?:no|\d+ without) ([A-Z][\w-]*)$/.exec(came) ?? /([A-Z][\w-]*): (?:none)?$/.exec(came) ?? []
  if (code >= 400 && isType) return byRule(7, 'type', 'refusals', notAsDeclared)
  if (missing !== undefined) return named(8, 'field', 'missing', 'Responses{for} lack {names}.', missing)
  if (isType) return named(7, 'type', 'type', 'Responses{for} have {names}, which is not declared.', came)
  if (code >= 400) return byRule(9, 'content', 'refusals', notAsDeclared)
  const place = placeIn(came)
  if (place === undefined)
    return byRule(9, /^[A-Z][\w-]*: /.test(came) || rule.layer === 'http' ? 'field' : 'content', kind)
  const words = 'Content{for} is not as its schema says: {names}.'
  return named(9, 'content', kind, words, `${due} at ${place}`)
}

/** At which member, wherever that stands, JSON is not as its schema says. */
function placeIn(came: string): string | undefined {
  const [, place] = /: wrong at (\S+|the top)$/.exec(came) ?? []
  return place?.split('/').findLast((one) => !/^\d*$/.test(one)) ?? (place === undefined ? place : 'an item')
}
