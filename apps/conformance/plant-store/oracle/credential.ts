/** Reads a request's Authorization header: whose token it carries, or why it is refused. */
import { trimBlanks, valuesOf } from '@plant-store/raw-http'
import type { SentRequest } from '../../src/exchange.ts'
import { type Subject } from '../../src/subject.ts'
import { type PlantFault, fault } from './analysis.ts'
import { isSameDecoded } from './same-token.ts'
import { tokensOf, type KnownTokens } from './known.ts'

/** Whose credential it is, or why it is nobody's. */
interface Credential {
  readonly caller?: number
  /** There is more than one line. */
  readonly misplaced?: PlantFault
  readonly refused?: PlantFault
  /** The rules that make it valid where its spelling is unusual. */
  readonly grounds: readonly string[]
  /** It may be accepted or refused: it is not an accepted token, but decodes to the same bytes as one. */
  readonly isOpen: boolean
}

/** Nothing says which of two lines would count, so neither is read. */
export function readCredential(request: SentRequest, tokens: KnownTokens): Credential {
  const nobody = { grounds: [], isOpen: false }
  const [value, ...more] = valuesOf(request, 'authorization')
  if (more.length > 0) return { ...nobody, misplaced: fault('authorization-once', [400]) }
  if (value === undefined) {
    const rule = holdsToken(request, tokens) ? 'token-nowhere-else' : 'token-required'
    return { ...nobody, refused: fault(rule, [401], 'no-token-401') }
  }
  const { scheme, spaces, rest } = readScheme(value)
  const caller = isBearers(value) ? tokens.accepted.indexOf(rest) : -1
  if (caller === -1) {
    const isOpen = isBearers(value) && tokens.accepted.some((token) => isSameDecoded(token, rest))
    return { ...nobody, refused: fault(ruleOf(value, tokens), [401], 'refused-token-401'), isOpen }
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

/** Whether the credential names the scheme Bearer. */
export const isBearers = (value: string): boolean => readScheme(value).scheme.toLowerCase() === 'bearer'

/** Which caller's token the request carries, counted from 0. */
export const callerOf = (request: SentRequest, { callers }: Pick<Subject, 'callers'>): number | undefined =>
  readCredential(request, { accepted: tokensOf(callers), refused: [] }).caller

const token68 = /^[\w.~+/-]+=*$/

function ruleOf(value: string, tokens: KnownTokens): string {
  const { scheme, rest } = readScheme(value)
  if (isBearers(value) && tokens.refused.includes(rest)) return 'retired-token-refused'
  const isWellFormed = isBearers(value) ? token68.test(rest) : /^[\w-]+$/.test(scheme) && rest !== ''
  if (!isWellFormed) return 'malformed-credential-refused'
  return isBearers(value) ? 'unknown-token-refused' : 'other-scheme-refused'
}

/** Whether an accepted token appears where tokens do not count. */
function holdsToken({ target, fields, body = '' }: SentRequest, { accepted }: KnownTokens): boolean {
  const texts = [target, body, ...fields.map(([, value]) => value)]
  return accepted.some((token) => texts.some((text) => text.includes(token)))
}
