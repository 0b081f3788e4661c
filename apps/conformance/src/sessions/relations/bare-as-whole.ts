/** A response without content has the fields that it would have with it: HEAD those of GET, and a 304 those of a 200. */
import { fieldValue } from '@plant-store/raw-http'
import { Memory } from '../../run/memory.ts'
import { normalizeField } from '../../oracle/normalize-field.ts'
import { type Difference, keyWithout, type Relation, type Seen, type SentAndReceived } from './relation.ts'

/** These may be left out; where they are present, they are as in the whole response (RFC 9110, 9.3.2; RFC 9111, 3.2). */
const optional = ['Content-Type', 'Content-Encoding', 'Content-Language', 'Content-Length']

interface Kinds {
  readonly rule: string
  /** As findings name the whole response. */
  readonly whole: string
  /** What must be the same: fields, and the status. */
  readonly names: readonly string[]
  /** Fields that do not decide what is asked for. */
  readonly unasked: RegExp
  /** Undefined for a response that tells nothing. */
  readonly kindOf: (seen: Seen) => 'whole' | 'bare' | undefined
}

/** A service may not know HEAD anywhere, as many frameworks don't where only GET is declared. */
export function headAsGet(): Relation {
  let isKnown = false
  return bareAsWhole({
    rule: 'head-as-get',
    whole: 'for GET',
    names: ['status', 'ETag', 'Cache-Control', 'Vary', 'WWW-Authenticate', 'Allow', ...optional],
    // Any other may be declared as a parameter.
    unasked: /^connection$/i,
    kindOf: ({ sent: { request }, response: { status }, analysis }) => {
      if (analysis.alsoFine.some((one) => one !== 304)) return undefined
      if (request.method !== 'HEAD') return request.method === 'GET' ? 'whole' : undefined
      isKnown ||= status === 200
      return isKnown || ![404, 405, 501].includes(status) ? 'bare' : undefined
    },
  })
}

/** RFC 9110, 15.4.5 and 8.6. */
export const notModifiedAsOk = (): Relation =>
  bareAsWhole({
    rule: 'not-modified-same-fields',
    whole: 'with 200',
    names: ['Cache-Control', 'Vary', 'ETag', ...optional],
    unasked: /^(?:connection|if-none-match|x-request-id)$/i,
    kindOf: ({ sent: { request }, response: { status } }) =>
      status === 304 ? 'bare' : status === 200 && request.method === 'GET' ? 'whole' : undefined,
  })

function bareAsWhole({ rule, whole, names, unasked, kindOf }: Kinds): Relation {
  const known = new Memory<SentAndReceived>()
  /** What differs between whole responses to the same request says nothing. */
  const changing = new Set<string>()
  const learn = (sent: SentAndReceived, earlier: SentAndReceived): void => {
    const before = partsOf(earlier, names, true)
    for (const [name, text] of partsOf(sent, names, true)) if (before.get(name) !== text) changing.add(name)
  }
  const compare = (sent: SentAndReceived, earlier: SentAndReceived): Difference | 'kept' => {
    const due = partsOf(earlier, names, true)
    const [name, came] =
      [...partsOf(sent, names)].find(
        ([one, value]) => !changing.has(one) && !isAs(one, value, due.get(one) ?? '', sent, earlier),
      ) ?? []
    if (name === undefined || came === undefined) return 'kept'
    return {
      came: name === 'status' ? came : `${sent.outcome.status} with ${name}: ${came}`,
      due: `${due.get(name)}, as ${whole}`,
      earlier,
      // Different machines behind the service may send different values, and lengths may change each time.
      isToShowAgain: name === 'Vary' || name === 'Content-Length',
    }
  }
  return {
    rule,
    see: (seen) => {
      const { sent } = seen
      const kind = sent.request.bytes === undefined ? kindOf(seen) : undefined
      if (kind === undefined) return undefined
      // HEAD asks for what GET does.
      const key = keyWithout(unasked, { ...sent.request, method: '' })
      const earlier = known.get(key)
      if (kind === 'bare') return earlier && compare(sent, earlier)
      if (earlier !== undefined) learn(sent, earlier)
      known.set(key, sent)
      return undefined
    },
  }
}

const partsOf = (
  { outcome }: SentAndReceived,
  names: readonly string[],
  isWhole = false,
): ReadonlyMap<string, string> =>
  new Map(
    names.map((name) => {
      if (name === 'status') return [name, String(outcome.status)]
      const value = normalizeField(outcome, name) ?? 'none'
      const isOfContent = name === 'Content-Length' && isWhole && outcome.status !== 304
      return [name, isOfContent ? String(outcome.body.length) : value === 'identity' ? 'none' : value]
    }),
  )

function isAs(
  name: string,
  came: string,
  due: string,
  { request, outcome: { status } }: SentAndReceived,
  { outcome: whole }: SentAndReceived,
): boolean {
  if (came === due || (came === 'none' && optional.includes(name))) return true
  // Whether to compress may be decided each time.
  const isCoded = fieldValue(whole, 'Content-Encoding') !== undefined
  if (name === 'Content-Length') return whole.status === 304 || (status === 304 && isCoded)
  // Or while the content is made, so that HEAD's Vary leaves it out (RFC 9110, 9.3.2).
  const late = due.split(', ').filter((one) => one !== 'accept-encoding')
  return name === 'Vary' && request.method === 'HEAD' && came === (late.join(', ') || 'none')
}
