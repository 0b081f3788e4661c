/** What each kind of answer carries for certain: headers as they travel. Others may stand beside them. */
import { Type } from '@sinclair/typebox'

/** The same text in small letters and in capitals: JSON Schema has no flag for it. */
const anyCase = (text: string): string =>
  text.replaceAll(/[a-z]/g, (letter) => `[${letter.toUpperCase()}${letter}]`)

/** A list in which one of its members is this one, whatever stands around it (RFC 9110, 5.6.1). */
const listWith = (member: string): string => String.raw`(?:^|,)[ \t]*(?:${member})[ \t]*(?:,|$)`

const [unstored, alwaysAsked, notShared] = [anyCase('no-store'), anyCase('no-cache'), anyCase('private')]
const more = String.raw`[ \t]*,(?:.*,)?[ \t]*`

/** Of a challenge (RFC 9110, 11.2). */
const parameter = String.raw`[^\s=,"]+[ \t]*=[ \t]*(?:"(?:[^"\\]|\\.)*"|[^\s,"]+)`

const requestId = Type.String({
  description: 'Names this request in the logs of the service',
  pattern: '^[A-Za-z0-9_.:-]{1,64}$',
  examples: ['5f1c0b52-8a5e-4c7e-9d0a-3e2b7a9d6c41'],
})

const noStore = Type.String({
  description: 'No cache keeps a refusal or a failure',
  pattern: listWith(unstored),
  examples: ['no-store'],
})

/** With a list. */
export const listHeaders = Type.Object({
  'Cache-Control': Type.String({
    description:
      'No shared cache keeps the list; every other cache asks before it uses its copy, or keeps none',
    pattern: listWith(`${unstored}|${notShared}${more}${alwaysAsked}|${alwaysAsked}${more}${notShared}`),
    examples: ['private, no-cache'],
  }),
  ETag: Type.String({
    description: 'Names this list: changes whenever the body would',
    pattern: '^(?:W/)?"[!#-~]*"$',
    examples: ['"Zk3pW0x2bq9LrVt8yHcDnA"'],
  }),
  Vary: Type.String({
    description:
      'The request headers that the answer depends on; `Authorization` is among them, or a star stands for all',
    pattern: listWith(String.raw`\*|${anyCase('authorization')}`),
    examples: ['Authorization'],
  }),
  'X-Request-Id': requestId,
})

/** With every refusal and failure. */
export const errorHeaders = Type.Object({ 'Cache-Control': noStore, 'X-Request-Id': requestId })

/** With a refused or missing token. */
export const challengeHeaders = Type.Object({
  ...errorHeaders.properties,
  'WWW-Authenticate': Type.String({
    description: 'The challenge: how to authenticate, and whether a token was sent and refused',
    // Behind it there may be challenges of other schemes.
    pattern: String.raw`^${anyCase('bearer')} +${parameter}(?:[ \t]*,[ \t]*(?:[^\s=,"]+ +)?${parameter})*$`,
    examples: ['Bearer realm="plant-store"', 'Bearer realm="plant-store", error="invalid_token"'],
  }),
})

/** With an answer that may be had later. */
export const retryHeaders = Type.Object({
  ...errorHeaders.properties,
  'Retry-After': Type.Integer({
    description: 'In how many seconds to try again',
    minimum: 0,
    examples: [1],
  }),
})
