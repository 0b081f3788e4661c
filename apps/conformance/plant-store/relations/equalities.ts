/** What responses that have one thing in common must have in common besides. */
import { hash } from 'node:crypto'
import { isPlantStoreError } from '@plant-store/contracts/validators'
import { codingsOf, fieldValue, valuesOf } from '@plant-store/raw-http'
import { Memory, toKey } from '../../src/run/memory.ts'
import { quoteApart } from '../../src/quote.ts'
import type { RawResponse } from '../../src/exchange.ts'
import { isBearers } from '../oracle/credential.ts'
import { isRead } from '../oracle/head.ts'
import type { Oracle } from '../oracle/oracle.ts'
import { normalizeField } from '../../src/oracle/normalize-field.ts'
import {
  type Equality,
  equality,
  type First,
  keyWithout,
  meet,
  type Relation,
  type Seen,
  type Shown,
} from '../../src/sessions/relations/relation.ts'
import { Volatile } from './volatile.ts'
import { normalizeContent } from '../oracle/representation.ts'
import { partsOf } from './parts-of-refusal.ts'

/** Equal requests get equal responses: one after the other, together, and much later. */
const equalRequests: Equality = {
  rule: 'equal-requests-equal-answers',
  // Where several responses are fine, equal requests may get different ones.
  read: ({ response, analysis: { alsoFine }, text }) =>
    alsoFine.some((status) => status !== 304) ? undefined : { key: toKey(text), text: fingerprint(response) },
  tell: ({ text }, first) => {
    const [came, before] = quoteApart(text, first.text)
    return { came: `${came}; before, it was ${before}`, due: 'the same response again', isChange: true }
  },
}

/**
 * A text that is equal for equal responses. A list is compared byte by byte, with its tag; a refusal by its number: its
 * message is for people, and its wording may vary each time.
 */
function fingerprint(response: RawResponse): string {
  const { status } = response
  const body = normalizeContent(response)
  const number = /"error"\s*:\s*(-?\d+)/.exec(body)?.[1]
  return JSON.stringify(status < 400 ? [status, body, normalizeField(response, 'ETag')] : [status, number])
}

/** No two lists share a tag; a list in a content coding may share that of the plain one. */
const tagsNameLists: Equality = {
  rule: 'etag-names-the-list',
  read: ({ response, analysis: { isHead } }) => {
    const tag = fieldValue(response, 'ETag')
    return tag === undefined || response.status !== 200 || isHead
      ? undefined
      : { key: `${codingsOf(response).join()} ${tag}`, text: hash('md5', normalizeContent(response)) }
  },
  tell: (_came, { sent: { outcome, exchange } }) => ({
    came: `ETag: ${fieldValue(outcome, 'ETag') ?? ''}`,
    due: `another tag: ${exchange.request.target} has this one, for another list`,
  }),
}

/** An id that the service makes belongs to one request, provided that the request was read. */
const requestIdsDiffer = (): Equality => {
  let count = 0
  return {
    rule: 'request-id-sent',
    read: ({ sent: { request }, response, analysis }) => {
      const id = isRead(request, response, analysis) ? fieldValue(response, 'X-Request-Id') : undefined
      if (id === undefined || valuesOf(request, 'x-request-id').length > 0) return undefined
      // Nothing is equal to this text.
      return { key: id, text: String((count += 1)) }
    },
    tell: ({ key }) => ({ came: `X-Request-Id: ${key} twice`, due: 'a different one for each request' }),
  }
}

/** Every refusal of a credential looks the same, whatever its reason: no guesser learns why. */
function sameRefusal(oracle: Oracle): Relation {
  const first = new Memory<First>()
  const chance = new Volatile()
  const textOf = (response: RawResponse): string => chance.stableOf(partsOf(response))
  return {
    rule: 'same-refusal-for-every-reason',
    see: (seen) => {
      if (!isRefusedToken(seen, oracle)) return undefined
      const { sent, response } = seen
      chance.learn(sent, partsOf(response))
      const text = textOf(response)
      const known = meet(first, { key: keyWithout(/^authorization$/i, sent.request), text }, sent)
      // Until the same request was sent twice, nothing is known of what varies.
      if (known === undefined || !chance.isKnown) return undefined
      const due = textOf(known.sent.outcome)
      if (text === due) return 'kept'
      const [came, before] = quoteApart(text, due)
      return {
        came,
        due: `the same as for another credential: ${before}`,
        earlier: known.sent,
        isToShowAgain: true,
      }
    },
  }
}

/** Whether a token was sent and not accepted: a credential of another scheme may be answered otherwise. */
function isRefusedToken({ sent: { request }, response }: Seen, oracle: Oracle): boolean {
  const isSent = valuesOf(request, 'authorization').some((value) => isBearers(value))
  return (
    request.bytes === undefined &&
    isSent &&
    oracle.analyse(request).faults[0]?.statusRule === 'refused-token-401' &&
    response.status === 401
  )
}

/** Causes that the contract tells apart, by the rule that such a request breaks. */
const causeOf: Readonly<Record<string, string>> = {
  'no-token-401': 'no token',
  'refused-token-401': 'a token that is not accepted',
  'wrong-request-400': 'a wrong parameter',
  'token-not-in-query': 'a token in the query',
  'no-other-path': 'an unknown path',
  'other-methods-405': 'a method that is not allowed',
  'malformed-request-400': 'a malformed request',
}

/** Undefined where another cause might have been reported, or where there are two. */
function causeIn({ sent, response }: Seen, oracle: Oracle): string | undefined {
  const { faults, alsoFine } = oracle.analyse(sent.request)
  const [fault, ...more] = faults
  const isDue = fault?.statuses.length === 1 && fault.statuses.includes(response.status)
  return isDue && more.length === 0 && !alsoFine.includes(response.status)
    ? causeOf[fault.statusRule]
    : undefined
}

const shown = ([key, text]: readonly string[]): Shown | undefined =>
  key === undefined || text === undefined ? undefined : { key, text }

/** One `error` number for each cause, and one cause for each number. */
function oneNumber(oracle: Oracle): readonly Equality[] {
  const rule = 'one-number-per-cause'
  const read = (seen: Seen): readonly string[] => {
    const cause = causeIn(seen, oracle)
    const { value } = oracle.knowledge.read(seen.response)
    return cause !== undefined && isPlantStoreError(value) ? [cause, String(value.error)] : []
  }
  return [
    {
      rule,
      read: (seen) => shown(read(seen)),
      tell: ({ key, text }, first) => ({ came: `error ${text}`, due: `${first.text}, as before for ${key}` }),
    },
    {
      rule,
      read: (seen) => shown(read(seen).toReversed()),
      tell: ({ key, text }, first) => ({
        came: `error ${key} for ${text}`,
        due: `another number: this one stood for ${first.text} before`,
      }),
    },
  ]
}

export const equalities = (oracle: Oracle): readonly Relation[] => [
  ...[equalRequests, tagsNameLists, requestIdsDiffer(), ...oneNumber(oracle)].map((row) => equality(row)),
  sameRefusal(oracle),
]
