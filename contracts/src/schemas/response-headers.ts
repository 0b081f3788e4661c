/** The headers that each kind of response always carries, in the form in which they travel. Others may be added. */
import { Type } from '@sinclair/typebox'

/** A pattern for the text in any case: JSON Schema has no flag for that. */
const anyCase = (text: string): string =>
  text.replaceAll(/[a-z]/g, (letter) => `[${letter.toUpperCase()}${letter}]`)

/** A list that has this member, among any others (RFC 9110, 5.6.1). */
const listWith = (member: string): string => String.raw`(?:^|,)[ \t]*(?:${member})[ \t]*(?:,|$)`

const [unstored, alwaysAsked, notShared] = [anyCase('no-store'), anyCase('no-cache'), anyCase('private')]
const more = String.raw`[ \t]*,(?:.*,)?[ \t]*`

/** A parameter of a challenge (RFC 9110, 11.2). */
const parameter = String.raw`[^\s=,"]+[ \t]*=[ \t]*(?:"(?:[^"\\]|\\.)*"|[^\s,"]+)`

const requestId = Type.String({
  description: 'Names this request in the logs of the service',
  examples: ['5f1c0b52-8a5e-4c7e-9d0a-3e2b7a9d6c41'],
  pattern: '^[A-Za-z0-9_.:-]{1,64}$',
})

const noStore = Type.String({
  description: 'No cache keeps a refusal or a failure',
  examples: ['no-store'],
  pattern: listWith(unstored),
})

/** The headers of a list. */
export const listHeaders = Type.Object({
  'Cache-Control': Type.String({
    description:
      'No shared cache keeps the list; every other cache asks before it uses its copy, or keeps none',
    examples: ['private, no-cache'],
    pattern: listWith(`${unstored}|${notShared}${more}${alwaysAsked}|${alwaysAsked}${more}${notShared}`),
  }),
  ETag: Type.String({
    description: 'Names this list: changes whenever the body would',
    examples: ['"Zk3pW0x2bq9LrVt8yHcDnA"'],
    pattern: '^(?:W/)?"[!#-~]*"$',
  }),
  Vary: Type.String({
    description:
      'The request headers that the response depends on; `Authorization` is among them, or a star stands for all',
    examples: ['Authorization'],
    pattern: listWith(String.raw`\*|${anyCase('authorization')}`),
  }),
  'X-Request-Id': requestId,
})

/** The headers of every refusal and failure. */
export const errorHeaders = Type.Object({ 'Cache-Control': noStore, 'X-Request-Id': requestId })

/** The headers of the response to a refused or missing token. */
export const challengeHeaders = Type.Object({
  ...errorHeaders.properties,
  'WWW-Authenticate': Type.String({
    description: 'The challenge: how to authenticate, and whether a token was sent and refused',
    // Challenges of other schemes may follow.
    examples: ['Bearer realm="plant-store"', 'Bearer realm="plant-store", error="invalid_token"'],
    pattern: String.raw`^${anyCase('bearer')} +${parameter}(?:[ \t]*,[ \t]*(?:[^\s=,"]+ +)?${parameter})*$`,
  }),
})

/** The headers of a response that says to try again later. */
export const retryHeaders = Type.Object({
  ...errorHeaders.properties,
  'Retry-After': Type.Integer({
    description: 'In how many seconds to try again',
    minimum: 0,
    examples: [1],
  }),
})
