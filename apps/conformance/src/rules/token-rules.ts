/** What is owed about tokens: who is let in, who is not, and how that is said. */
import type { Rule } from './rule.ts'
import { bearerText, operationText, unauthorizedText, wholeDocument } from './pointers.ts'

/**
 * The given contract declares 200 and 400, and asks for a bearer token with every request. It doesn't say how a request
 * without one is refused: judged by the given alone, any status from 400 to 499 refuses it.
 */
const admission: readonly Rule[] = [
  {
    id: 'token-required',
    sentence: 'A request without a token is refused: it gets no plants.',
    origin: 'given',
    pointer: '/security',
    kind: 'refusable',
    needs: 'nothing',
  },
  {
    id: 'unknown-token-refused',
    sentence: 'A token that was never issued is refused, however like a good one it looks.',
    origin: 'given',
    pointer: bearerText,
    words: '`Authorization: Bearer <ACCESS_TOKEN>`.',
    kind: 'refusable',
    needs: 'nothing',
  },
  {
    id: 'other-scheme-refused',
    sentence: 'A credential of another scheme than Bearer is refused, even with a good token in it.',
    origin: 'given',
    pointer: '/components/securitySchemes/bearer/scheme',
    kind: 'refusable',
    needs: 'nothing',
  },
  {
    // By the given alone, one with a good token in it may pass.
    id: 'malformed-credential-refused',
    sentence: 'A credential that is not the scheme, spaces and a token, and nothing else, is refused.',
    origin: 'completed',
    pointer: wholeDocument,
    words: 'another scheme, or a token that is malformed',
    kind: 'refusable',
    needs: 'nothing',
  },
  {
    id: 'retired-token-refused',
    sentence: 'A token that is expired or revoked is refused.',
    origin: 'completed',
    pointer: wholeDocument,
    words: 'or a token that is malformed, unknown, expired or revoked',
    kind: 'refusable',
    needs: 'nothing',
  },
  {
    id: 'scheme-in-any-case',
    sentence: 'The name of the scheme is accepted in small and in capital letters.',
    origin: 'completed',
    pointer: bearerText,
    words: 'The name of the scheme is case-insensitive',
    kind: 'owed',
    needs: 'token',
  },
  {
    id: 'spaces-before-token',
    sentence: 'One space or more may stand between the scheme and the token.',
    origin: 'completed',
    pointer: bearerText,
    words: 'RFC 9110, 11.1',
    kind: 'owed',
    needs: 'token',
  },
  {
    id: 'token-nowhere-else',
    sentence: 'A token in the content, a cookie or another header counts for nothing.',
    origin: 'completed',
    pointer: bearerText,
    words: 'token nowhere else',
    kind: 'refusable',
    needs: 'nothing',
  },
  {
    id: 'token-not-in-query',
    sentence: 'A request with access_token in the query is refused with 400.',
    origin: 'completed',
    pointer: operationText,
    words: 'Only `access_token` is',
    kind: 'refusable',
    needs: 'nothing',
  },
  {
    id: 'authorization-once',
    sentence: 'A request with two Authorization lines is refused with 400.',
    origin: 'completed',
    pointer: bearerText,
    words: 'a second `Authorization` line is refused with `400`',
    kind: 'refusable',
    needs: 'nothing',
  },
]

const challenge: readonly Rule[] = [
  {
    id: 'no-token-401',
    sentence: 'A request without an Authorization header is answered with 401.',
    origin: 'completed',
    pointer: unauthorizedText,
    words: 'no token was sent',
    kind: 'refusable',
    needs: 'nothing',
  },
  {
    id: 'refused-token-401',
    sentence: 'A request whose credential is not accepted is answered with 401.',
    origin: 'completed',
    pointer: unauthorizedText,
    words: 'the token was not accepted',
    kind: 'refusable',
    needs: 'nothing',
  },
  {
    id: 'same-refusal-for-every-reason',
    sentence: 'Whatever the reason not to accept a token, the answer is the same.',
    origin: 'completed',
    pointer: unauthorizedText,
    words: 'The answer is the same for every reason not to',
    kind: 'owed',
    needs: 'nothing',
  },
  {
    id: 'challenge-is-bearer',
    sentence:
      'A 401 carries one WWW-Authenticate, with a challenge of the scheme Bearer and a parameter or more.',
    origin: 'completed',
    pointer: '/components/headers/WWW-Authenticate/schema/pattern',
    kind: 'owed',
    needs: 'nothing',
  },
  {
    id: 'challenge-names-refusal',
    sentence: 'The challenge names error="invalid_token" where a credential was sent, and only there.',
    origin: 'completed',
    pointer: unauthorizedText,
    words: 'only where something was sent',
    kind: 'owed',
    needs: 'nothing',
  },
]

/** Admission, and what is said to those who are not let in. */
export const tokenRules: readonly Rule[] = [...admission, ...challenge]
