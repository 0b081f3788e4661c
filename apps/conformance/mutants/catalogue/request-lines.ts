/** Authentication: credentials in unusual places and spellings of a request. */
import { elsewhere, refusingTokens, tokenIn, unseen } from '../faults/credentials.ts'
import { refusingAt, unchecked } from '../faults/routes.ts'
import type { Faults } from '../mutant.ts'
import { octets } from '../triggers-between.ts'
import { parameter, request } from '../triggers.ts'

/** How many octets of the header section precede this line. */
function octetsBefore(rawHeaders: readonly string[], name: RegExp): number {
  const at = rawHeaders.findIndex((text, index) => index % 2 === 0 && name.test(text))
  return rawHeaders.slice(0, Math.max(0, at)).reduce((sum, text) => sum + text.length + 2, 0)
}

function before(rawHeaders: readonly string[], one: string, other: string): boolean {
  const names = rawHeaders.filter((_text, at) => at % 2 === 0).map((name) => name.toLowerCase())
  return names.includes(one) && names.indexOf(one) < names.indexOf(other)
}

const misplaced = refusingAt('checkPlace', 'misplacedCredential')

export const given: Faults = {
  'fallback-of-connection: A malformed credential is replaced by the last valid one on its connection.': ({ readToken }) => ({
    readToken: (ask) => {
      const text = ask.headers.authorization ?? ''
      const last = ask.earlier.findLast((one) => one.status === 200)?.headers.authorization
      return text !== '' && !/^bearer +\S+$/i.test(text) && last !== undefined ? last.replace(/^bearer +/i, '') : readToken(ask)
    },
  }),
}

export const completed: Faults = {
  'credential-behind-fifty: An Authorization line after fifty others is not seen.': [
    unseen,
    request(({ request: { rawHeaders } }) => rawHeaders.findIndex((text) => /^authorization$/i.test(text)) >= 100),
  ],
  'credential-before-host: An Authorization line before Host is not seen.': [
    unseen,
    request(({ request: { rawHeaders } }) => before(rawHeaders, 'authorization', 'host')),
  ],
  'credential-last: An Authorization line that is the last of several header lines is not seen.': [
    unseen,
    request(({ request: { rawHeaders } }) => rawHeaders.length > 4 && /^authorization$/i.test(rawHeaders.at(-2) ?? '')),
  ],
  'credential-without-blank: A credential without a space after the colon, as in Authorization:Bearer, is refused.': [
    refusingTokens,
    octets(/\r\nauthorization:\S/i),
  ],
  'credential-behind-tab: A credential with a tab after the colon of Authorization is refused.': [refusingTokens, octets(/\r\nauthorization:\t/i)],
  'credential-before-blanks: A token with whitespace at the end of its line is refused.': [
    refusingTokens,
    octets(/\r\nauthorization:[^\r]*[ \t]\r\n/i),
  ],
  'credential-in-trailer: A token in the trailer of chunked content is accepted.': elsewhere(({ request: { trailers } }) =>
    tokenIn(trailers['authorization']),
  ),
  'credential-of-many-letters: A credential of more than a thousand octets, spaces included, is refused.': [
    refusingTokens,
    octets(/\r\nauthorization:[^\r]{1000}/i),
  ],
  'coded-name-of-token: access_token is not seen if a letter other than its first is percent-encoded.': unchecked('checkPlace', ({ url }) =>
    /[?&]a\w*%(?!5f)\w\w\w*=/i.test(url),
  ),
  'token-far-behind: access_token is not seen after fifty other parameters.': unchecked(
    'checkPlace',
    ({ query }) => [...query.keys()].indexOf('access_token') >= 50,
  ),
  'credential-behind-8192: An Authorization line after 8192 octets of other lines is not seen.': [
    unseen,
    request(({ request: { rawHeaders } }) => octetsBefore(rawHeaders, /^authorization$/i) >= 8192),
  ],
  'access-token-by-php: A parameter access.token, or one with a space in place of the dot, is read as access_token.': [
    misplaced,
    request(({ query }) => [...query.keys()].some((name) => /^ *access[ ._]token$/.test(name))),
  ],
  'token-in-camel-case: The parameter accessToken is refused just as access_token is.': [misplaced, parameter('accessToken')],
  'token-with-dash: The parameter access-token is refused just as access_token is.': [misplaced, parameter('access-token')],
}
