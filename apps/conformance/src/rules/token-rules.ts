/** The rules about tokens: who is admitted, who is not, and what a refusal says. */
import { bearer, general, operation, type Rule, rulesOf, unauthorized } from './rule.ts'

/** Admission, and what refused callers are told. By the given contract alone, any status from 400 to 499 refuses. */
export const tokenRules: readonly Rule[] = [
  ...rulesOf('given', 'refusable', 'nothing', {
    'token-required': ['/security', 'A request without a token is refused: it gets no plants.'],
    'unknown-token-refused': [
      bearer('`Authorization: Bearer <ACCESS_TOKEN>`.'),
      'A token that was never issued is refused, however much it looks like a valid one.',
    ],
    'other-scheme-refused': [
      '/components/securitySchemes/bearer/scheme',
      'A credential of a scheme other than Bearer is refused, even with a valid token in it.',
    ],
  }),
  ...rulesOf('completed', 'refusable', 'nothing', {
    'malformed-credential-refused': [
      general('another scheme, or a token that is malformed'),
      'A credential that is anything but the scheme, spaces and one token is refused.',
    ],
    'retired-token-refused': [
      general('or a token that is malformed, unknown, expired or revoked'),
      'An expired or revoked token is refused.',
    ],
    'token-nowhere-else': [
      bearer('token nowhere else'),
      'A token in the content, in a cookie or in another header is ignored.',
    ],
    'token-not-in-query': [
      operation('Only `access_token` is'),
      'A request with access_token in the query is refused with 400.',
    ],
    'authorization-once': [
      bearer('a second `Authorization` line is refused with `400`'),
      'A request with two Authorization lines is refused with 400.',
    ],
    'no-token-401': [
      unauthorized('No token was sent'),
      'A request without an Authorization header is answered with 401.',
    ],
    'refused-token-401': [
      unauthorized('the token was not accepted'),
      'A request whose credential is not accepted is answered with 401.',
    ],
  }),
  ...rulesOf('completed', 'owed', 'token', {
    'scheme-in-any-case': [
      bearer('The name of the scheme is case-insensitive'),
      'The name of the scheme is case-insensitive.',
    ],
    'spaces-before-token': [
      bearer('RFC 9110, 11.1'),
      'One or more spaces may stand between the scheme and the token.',
    ],
  }),
  ...rulesOf('completed', 'owed', 'nothing', {
    'same-refusal-for-every-reason': [
      unauthorized('The answer is the same for every reason not to'),
      'The answer is the same for every reason not to accept a token.',
    ],
    'challenge-is-bearer': [
      '/components/headers/WWW-Authenticate/schema/pattern',
      'A 401 carries one WWW-Authenticate, with a Bearer challenge that has at least one parameter.',
    ],
    'challenge-names-refusal': [
      unauthorized('only where something was sent'),
      'The challenge names error="invalid_token" if a credential was sent, and only then.',
    ],
  }),
]
