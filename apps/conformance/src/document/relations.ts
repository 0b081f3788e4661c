/** What responses to requests of any document must have in common. */
import { hash } from 'node:crypto'
import { codingsOf, fieldValue, membersOf } from '@plant-store/raw-http'
import type { RawResponse } from '../exchange.ts'
import { headAsGet, notModifiedAsOk } from '../sessions/relations/bare-as-whole.ts'
import { essence } from './values/media-types.ts'
import {
  type Equality,
  equality,
  keyWithout,
  othersWords,
  type Relation,
} from '../sessions/relations/relation.ts'

export const relationsOfAny = (): readonly Relation[] => [
  headAsGet(),
  notModifiedAsOk(),
  equality(oneTagForEach),
  othersWords(),
  equality(named('Accept-Encoding', 'Content-Encoding', (response) => codingsOf(response).join())),
  equality(
    named('Accept', 'Content-Type', (response) => essence(fieldValue(response, 'Content-Type') ?? '')),
  ),
]

/** A cache that is not told which field decides sends one form to who asked for another. */
const named = (
  asked: string,
  sent: string,
  formOf: (response: RawResponse) => string,
  unasked = new RegExp(`^(?:${asked}|connection)$`, 'i'),
): Equality => ({
  rule: 'vary-names-field',
  read: ({ sent: { request }, response }) => {
    const [vary = '', kept = ''] = ['Vary', 'Cache-Control'].map((name) => fieldValue(response, name))
    if (request.method !== 'GET' || response.status !== 200) return undefined
    if (['*', asked.toLowerCase()].some((one) => membersOf(vary).includes(one)) || /no-store/i.test(kept))
      return undefined
    return { key: keyWithout(unasked, request), text: formOf(response) }
  },
  tell: ({ text }, { text: before }) => ({
    came: `${sent}: ${text || 'none'}, after ${before || 'none'}`,
    due: `${asked} in Vary`,
  }),
})

/** A strong tag names one representation of a resource, byte for byte (RFC 9110, 8.8.3). */
const oneTagForEach: Equality = {
  rule: 'tag-names-one-representation',
  read: ({ sent: { request }, response, analysis: { isHead } }) => {
    const tag = fieldValue(response, 'ETag')
    if (tag === undefined || tag.startsWith('W/') || response.status !== 200 || isHead) return undefined
    return {
      key: `${request.target} ${codingsOf(response).join()} ${tag}`,
      text: hash('md5', response.body),
    }
  },
  tell: (_came, { sent: { outcome } }) => ({
    came: `ETag: ${fieldValue(outcome, 'ETag') ?? ''}, with other content than before`,
    due: 'another tag for other content',
  }),
}
