/**
 * Valid values of the fields that clients, proxies and tracers send, made by the grammar of each. Every request carries
 * every field, so that a few requests try many values: no list depends on any of them.
 */
import * as fc from 'fast-check'
import type { Field } from '../../exchange.ts'
import { anyOf } from '../generate/characters.ts'
import { words } from './foreign-words.ts'

/** The members of a list, and what may follow each (RFC 9110, 5.6.1 and 5.6.6). A no-break space stands for a space. */
type ListForm = readonly [members: string, ...endings: readonly fc.Arbitrary<string>[]]

const tokenText = fc.string({
  unit: anyOf("abcxyzABCXYZ0189!#$%&'*+-.^_`|~"),
  minLength: 1,
  maxLength: 8,
})
/** A quoted string may contain anything: commas, whitespace, quotes after a backslash, octets beyond ASCII (5.6.4). */
const quotedText = fc
  .array(fc.constantFrom('a', 'B', ' ', ',', ';', '=', '\\"', '\\\\', '\t', '\u00E9', '/', '<'), {
    maxLength: 8,
  })
  .map((parts) => `"${parts.join('')}"`)

const semicolon = fc.constantFrom(';', '; ', ' ;', ' ;\t')
const weight = fc
  .tuple(semicolon, fc.constantFrom('q', 'Q'), fc.constantFrom('1', '1.0', '1.000', '0.9', '0.5', '0.001'))
  .map(([mark, name, number]) => `${mark}${name}=${number}`)
const parameter = fc
  .tuple(semicolon, tokenText, fc.oneof(tokenText, quotedText))
  .map(([mark, name, value]) => `${mark}x${name}=${value}`)

const lists: Readonly<Record<string, ListForm>> = {
  Accept: [
    'application/json application/json;charset=utf-8 text/html */* application/* image/webp application/vnd.api+json text/x-c',
    weight,
    parameter,
  ],
  'Accept-Charset': ['utf-8 ISO-8859-1 * us-ascii', weight],
  'Accept-Encoding': ['gzip br zstd deflate compress identity x-gzip pack200-gzip *', weight],
  'Accept-Language': [
    'en de-CH zh-Hant-TW sr-Latn es-419 de-CH-1996 sl-rozaj-biske i-klingon x-any ar-u-nu-latn *',
    weight,
  ],
  'Cache-Control': [
    'no-cache max-age=0 no-transform max-stale min-fresh=5 stale-if-error=60 x-any private',
    fc.constantFrom('=x', '="a, b"'),
  ],
  Prefer: ['return=minimal wait=5 respond-async handling=lenient timezone="Europe/Paris" x-any', parameter],
  Forwarded: [
    'for=192.0.2.7 For="[2001:db8::7]:4711" for=unknown;by=_edge for="_x";proto=https host=example.org',
  ],
  'X-Forwarded-For': [
    '192.0.2.7 192.0.2.7:4711 2001:db8::7 [2001:db8::7]:4711 unknown 10.0.0.1 ::ffff:192.0.2.7',
  ],
  Via: ['1.1\u00A0edge 2\u00A0proxy:8080 HTTP/1.0\u00A0x\u00A0(old) 1.1\u00A0::1'],
  'Sec-CH-UA': [
    '"Chromium";v="130" "Not?A_Brand";v="99" "Google\u00A0Chrome";v="130" "\u00A0Not;A,Brand";v="8"',
  ],
  Tracestate: ['congo=t61rcWkgMzE rojo@vendor=00f067aa0ba902b7 x*_-/=a:b'],
  Baggage: ['user=ana limit=1 key%20x=value%2C1', fc.constant(';p;q=1')],
  'Want-Repr-Digest': ['sha-256=10 sha-512=3 md5=0'],
}

const blank = fc.constantFrom(', ', ',', ' , ', ',\t', ',,', ', ,')

const membersOf = (text: string): readonly string[] =>
  words(text).map((member) => member.replaceAll('\u00A0', ' '))

const inCapitals = (member: string): string => (member.includes('"') ? member : member.toUpperCase())

/** A few members in any letter case, with whitespace and empty members between them, on one line or two. */
const listLines = ([name, [members, ...endings]]: readonly [string, ListForm]): fc.Arbitrary<
  readonly Field[]
> => {
  const word = fc.constantFrom(...membersOf(members))
  const ending = fc.oneof(fc.constant(''), ...endings)
  const member = fc
    .tuple(word, ending, fc.nat(5))
    .map(([text, more, how]) => `${how === 0 ? inCapitals(text) : text}${more}`)
  return fc
    .array(fc.tuple(member, blank), { minLength: 1, maxLength: 5 })
    .chain((some) =>
      fc
        .nat(some.length)
        .map((cut): readonly Field[] =>
          [some.slice(0, cut), some.slice(cut)]
            .filter(({ length }) => length > 0)
            .map((line) => [name, line.flat().slice(0, -1).join('')]),
        ),
    )
}

const oneOf = (text: string): fc.Arbitrary<string> => fc.constantFrom(...membersOf(text))
const hex = (length: number): fc.Arbitrary<string> =>
  fc.string({ unit: anyOf('0123456789abcdef'), minLength: length, maxLength: length })

const agent = fc
  .array(
    fc.oneof(
      oneOf('Mozilla/5.0 x/1 x WeirdBot/2.0.1-beta+7 U%20A a/b/c x_y.z'),
      fc.constantFrom('(X11; Linux)', '(a (b) c)', '(\\))', '(\u00E9; "x")', '(+http://example.org/bot?x=1)'),
    ),
    { minLength: 1, maxLength: 5 },
  )
  .map((parts) => parts.join(' '))

const cookieValue = fc.constantFrom('', ...words('1 "1" %zz %E4 a=b \u00E9 {} a:b s%3Ax.y j:[1]'))
const cookies = fc
  .array(
    fc.tuple(
      oneOf('sid user limit _ga __Host-x $Path x%20y a.b constructor __proto__ Authorization'),
      cookieValue,
    ),
    { minLength: 1, maxLength: 6 },
  )
  .map((pairs) => pairs.map((pair) => pair.join('=')).join('; '))

const address = fc
  .tuple(
    oneOf(
      'http://localhost https://example.org http://[::1]:8080 https://xn--e1afmkfd.example android-app://a.b.c',
    ),
    oneOf('/ /plants?limit=1 /?q=%zz /a%20b#x /?a=1&a=2 /\u00E9 /?x=https://example.org'),
  )
  .map(([origin, path]) => `${origin}${path}`)

const dates = [
  'Sun, 06 Nov 1994 08:49:37 GMT',
  'Sunday, 06-Nov-94 08:49:37 GMT',
  'Sun Nov  6 08:49:37 1994',
  'Fri, 31 Dec 9999 23:59:59 GMT',
]
  .map((date) => date.replaceAll(' ', '\u00A0'))
  .join(' ')

/** Fields that are not lists: their values, or how such values are made. A no-break space stands for a space. */
const singles: Readonly<Record<string, string | fc.Arbitrary<string>>> = {
  'User-Agent': agent,
  Cookie: cookies,
  Referer: address,
  Origin: 'null http://localhost:3000 https://example.org http://[::1] moz-extension://5f1c0b52',
  From: 'ana@example.org Ana@EXAMPLE.org "a,b"@example.org',
  Date: dates,
  'If-Modified-Since': dates,
  'Accept-Datetime': dates,
  'Max-Forwards': '0 1 10 007',
  DNT: '0 1',
  'Sec-GPC': '1',
  'Save-Data': 'on off',
  'Sec-CH-UA-Mobile': '?0 ?1',
  'Sec-CH-UA-Platform': '"Linux" "Windows" "" "mac\\"OS"',
  'Sec-Fetch-Site': 'same-origin same-site cross-site none',
  'Sec-Fetch-Mode': 'cors navigate no-cors websocket',
  'Sec-Fetch-User': '?1',
  Priority: 'u=0 u=7,i i u=3;x="y" x=(a;b)',
  'Upgrade-Insecure-Requests': '1',
  'X-Requested-With': 'XMLHttpRequest com.example.app',
  'X-Forwarded-Proto': 'https http https,http HTTPS wss',
  'X-Forwarded-Host': 'example.org example.org:443 [::1]:8080 a.example,b.example EXAMPLE.org.',
  'X-Forwarded-Port': '443 0 443,80',
  'X-Forwarded-Prefix': '/api / /api/ api',
  'X-Script-Name': '/api /',
  'X-Real-IP': '192.0.2.7 ::1 fe80::1%25eth0 192.0.2.7:4711',
  Traceparent: fc
    .tuple(oneOf('00 01 fe'), hex(32), hex(16), oneOf('00 01 ff'))
    .map((parts) => parts.join('-')),
  B3: fc.tuple(hex(16), hex(16), oneOf('0 1 d')).map((parts) => parts.join('-')),
  'X-B3-TraceId': fc.oneof(hex(16), hex(32)),
  'X-Amzn-Trace-Id': fc.tuple(hex(8), hex(24)).map(([time, id]) => `Root=1-${time}-${id};Sampled=1`),
  'X-Cloud-Trace-Context': hex(32).map((id) => `${id}/1;o=1`),
  'CF-Ray': hex(16).map((id) => `${id}-FRA`),
  'Idempotency-Key': fc.oneof(
    hex(32),
    hex(8).map((id) => `"${id}"`),
  ),
  'Content-Language': 'en de,en',
  'Keep-Alive': 'timeout=5 timeout=5,max=100',
  Range: 'bytes=0- items=0-1 0-1 bytes=0-0,-1 lines=1-',
}

/** At least one line for each of these fields. */
export const anyForms: fc.Arbitrary<readonly Field[]> = fc
  .tuple(
    fc.tuple(...Object.entries(lists).map((one) => listLines(one))),
    fc.tuple(
      ...Object.entries(singles).map(([name, value]) =>
        (typeof value === 'string' ? oneOf(value) : value).map((text): Field => [name, text]),
      ),
    ),
  )
  .map(([some, others]) => some.flat().concat(others))

/** Every member of the lists and every value written here is in one of these sets, whatever the seed. */
export const everyForm: readonly (readonly Field[])[] = [
  ...[
    (members: readonly string[]): readonly string[] => [members.join(', ')],
    (members: readonly string[]): readonly string[] => [
      members
        .toReversed()
        .map((member) => inCapitals(member))
        .join(','),
    ],
    (members: readonly string[]): readonly string[] => [members.slice(1).join(', '), members[0] ?? ''],
  ].map((write) =>
    Object.entries(lists).flatMap(([name, [members]]) =>
      write(membersOf(members)).map((line): Field => [name, line]),
    ),
  ),
  ...inRounds(
    Object.entries(singles).flatMap(([name, values]) =>
      typeof values === 'string' ? [membersOf(values).map((value): Field => [name, value])] : [],
    ),
  ),
]

/** The first of each, the second of each, and so on: those that have fewer begin again. */
function inRounds(all: readonly (readonly Field[])[]): readonly (readonly Field[])[] {
  const longest = Math.max(...all.map(({ length }) => length))
  return Array.from({ length: longest }, (_, round) =>
    all.flatMap((some) => some.slice(round % some.length, (round % some.length) + 1)),
  )
}
