/** What responses to requests of any document must have in common. */
import { hash } from 'node:crypto'
import { codingsOf, fieldValue } from '@plant-store/raw-http'
import { othersWords } from '../sessions/relations/cross-request-leak.ts'
import { headAsGet } from '../sessions/relations/head-as-get.ts'
import { notModifiedAsOk } from '../sessions/relations/not-modified.ts'
import { type Equality, equality, keyWithout, type Relation } from '../sessions/relations/relation.ts'

export const relationsOfAny = (): readonly Relation[] => [
  headAsGet({ isOfAny: true }),
  notModifiedAsOk(),
  equality(oneTagForEach),
  othersWords(),
  equality(codingNamed),
]

/** A cache that is not told which field decides sends a coding to who asked for none. */
const codingNamed: Equality = {
  rule: 'vary-names-coding',
  read: ({ sent: { request }, response }) => {
    const [vary = '', kept = ''] = ['Vary', 'Cache-Control'].map((name) => fieldValue(response, name))
    if (request.method !== 'GET' || response.status !== 200) return undefined
    if (/\*|accept-encoding/i.test(vary) || /no-store/i.test(kept)) return undefined
    return { key: keyWithout(/^(?:accept-encoding|connection)$/i, request), text: codingsOf(response).join() }
  },
  tell: ({ text }, { text: before }) => ({
    came: `Content-Encoding: ${text || 'none'}, after ${before || 'none'}`,
    due: 'Accept-Encoding in Vary',
  }),
}

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
