/** Reads a request's Authorization header: whose token it carries, or why it is refused. */
import { trimBlanks, valuesOf } from '@plant-store/raw-http'
import type { SentRequest } from '../exchange.ts'
import type { Subject } from '../subject.ts'
import { type Fault, fault, type KnownTokens } from './analysis.ts'
import { isSameDecoded } from './same-token.ts'

/** Whose credential it is, or why it is nobody's. */
export interface Credential {
  readonly caller?: number
  readonly fault?: Fault
  /** The rules that make it valid where its spelling is unusual. */
  readonly grounds: readonly string[]
  /** It may be accepted or refused: it is not an accepted token, but decodes to the same octets as one. */
  readonly isOpen: boolean
}

const token68 = /^[\w.~+/-]+=*$/

/** `value` is the value of the only Authorization line; undefined if there is none. */
export function readCredential(
  value: string | undefined,
  tokens: KnownTokens,
  isElsewhere: boolean,
): Credential {
  if (value === undefined) {
    return refused(fault(isElsewhere ? 'token-nowhere-else' : 'token-required', [401], 'no-token-401'))
  }
  const { scheme, spaces, rest } = readScheme(value)
  const caller = scheme.toLowerCase() === 'bearer' ? tokens.accepted.indexOf(rest) : -1
  if (caller === -1) {
    const isOpen =
      scheme.toLowerCase() === 'bearer' && tokens.accepted.some((token) => isSameDecoded(token, rest))
    return { ...refused(fault(ruleOf(scheme, rest, tokens), [401], 'refused-token-401')), isOpen }
  }
  const grounds = [
    ...(scheme === 'Bearer' ? [] : ['scheme-in-any-case']),
    ...(spaces.length > 1 ? ['spaces-before-token'] : []),
  ]
  return { caller, grounds, isOpen: false }
}

/** The parts of an Authorization line: the text before the first spaces, those spaces, and the text after them. */
export function readScheme(value: string): Readonly<Record<'scheme' | 'spaces' | 'rest', string>> {
  const [, scheme = '', spaces = '', rest = ''] = /^([^ ]*)( *)(.*)$/s.exec(trimBlanks(value)) ?? []
  return { scheme, spaces, rest }
}

/** Which caller's token the request carries, counted from 0. */
export function callerOf(request: SentRequest, { callers }: Pick<Subject, 'callers'>): number | undefined {
  const [value] = valuesOf(request, 'authorization')
  const accepted = callers.map(({ token }) => token)
  return readCredential(value, { accepted, refused: [] }, false).caller
}

function ruleOf(scheme: string, rest: string, tokens: KnownTokens): string {
  if (scheme.toLowerCase() !== 'bearer') {
    return /^[\w-]+$/.test(scheme) && rest !== '' ? 'other-scheme-refused' : 'malformed-credential-refused'
  }
  if (tokens.refused.includes(rest)) {
    return 'retired-token-refused'
  }
  return token68.test(rest) ? 'unknown-token-refused' : 'malformed-credential-refused'
}

const refused = (why: Fault): Credential => ({ fault: why, grounds: [], isOpen: false })

/** The result of reading the Authorization lines. */
interface OnlyCredential extends Pick<Credential, 'caller' | 'grounds' | 'isOpen'> {
  /** There is more than one line. */
  readonly misplaced: readonly Fault[]
  readonly refused: readonly Fault[]
}

/** Nothing says which of two lines would count, so neither is read. */
export function readOnlyCredential(request: SentRequest, tokens: KnownTokens): OnlyCredential {
  const [value, ...more] = valuesOf(request, 'authorization')
  if (more.length > 0) {
    return { misplaced: [fault('authorization-once', [400])], refused: [], grounds: [], isOpen: false }
  }
  const { fault: why, ...credential } = readCredential(value, tokens, holdsToken(request, tokens))
  return { ...credential, misplaced: [], refused: why === undefined ? [] : [why] }
}

/** Whether an accepted token appears where tokens do not count. */
function holdsToken({ target, fields, body = '' }: SentRequest, { accepted }: KnownTokens): boolean {
  const texts = [target, body, ...fields.map(([, value]) => value)]
  return accepted.some((token) => texts.some((text) => text.includes(token)))
}
