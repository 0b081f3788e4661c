/** Reads a request's Authorization header: whose token it carries, or why it is refused. */
import { trimBlanks, valuesOf } from '@plant-store/raw-http'
import type { SentRequest } from '../exchange.ts'
import type { Subject } from '../subject.ts'
import { type Fault, fault } from './fault.ts'
import { isSameDecoded } from './same-token.ts'

/** The tokens that are known. */
export interface KnownTokens {
  readonly accepted: readonly string[]
  /** Expired or revoked. */
  readonly refused: readonly string[]
}

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
