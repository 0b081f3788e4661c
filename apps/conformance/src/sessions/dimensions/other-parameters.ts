/** Query parameters with other names: each is ignored, wherever it stands. */
import * as fc from 'fast-check'
import { integerParameters } from '../../contract/operations.ts'
import { type Dimension, draw, query, type Setting, together, usual, type Value } from './draft.ts'
import { words } from '../generate/characters.ts'
import { anyParameter, nearParameter } from '../generate/numbers.ts'
import { percentEncodeOctets } from '../generate/percent.ts'

/** Names that mean something to other services. Brackets stand as codes: a request with brackets as such may be refused, which would hide what the other names do. */
const foreignParameters: readonly string[] = words(`
  offset skip start from after before since until cursor page page_size per_page pageSize pageToken size top count first
  last max take rows n sort sort_by orderBy order direction reverse desc fields field select include exclude expand embed
  only filter where q query search name tag tags type kind id ids user user_id userId owner account tenant org group role
  scope as sub impersonate debug verbose trace test dev admin internal all deleted archived hidden show_all format output
  pretty callback jsonp lang locale version v api_version token api_key auth method _method _format $top $skip $filter
  $select $orderby envelope meta raw download nocache page%5Blimit%5D page%5Bsize%5D
  page%5Bnumber%5D filter%5Bname%5D name__startswith name__icontains tag__isnull _start _end _limit _page _envelope _escaped_fragment_ ticket
  utm_source utm_medium utm_campaign gclid fbclid code state wsdl X-Amz-Signature sig signature expires password secret`)

/** Whatever such a parameter stands for, one of these is a value for it. */
const parameterValues: readonly string[] = words('1 2 3 true name -name desc xml csv DELETE')

export function otherParameters(place: Setting): Dimension {
  const parameters = integerParameters(place.operation)
  const near = parameters.map(({ name }) => nearParameter(name))
  const some = fc.array(fc.oneof(anyParameter, ...near), { minLength: 1, maxLength: 3 })
  return {
    name: 'other parameters',
    values: [
      usual,
      query('x=1'),
      ...parameterValues.map((value) =>
        together(foreignParameters, (names) => query(...names.map((name) => `${name}=${value}`))),
      ),
      ...[...otherNames, ...namesAlike].map((name) => query(name)),
      ...[...parameters.flatMap(({ name }) => apart(namesAround(name))), tokenNames, otherOctets].map((all) =>
        together(all, (few) => query(...few)),
      ),
      ...draw(place, some, 0.5).map((parts) => query(...parts)),
    ],
  }
}

/** Parameters that stand in front of those that count, and behind them. */
export const placeInQuery: Dimension = {
  name: 'place in the query',
  values: [
    usual,
    ...[1, 99, 999].map((count) => before(count)),
    before(99, 'a=1'),
    before(1, 'password=x'),
    before(1, 'x=1;y'),
    ...[300, 2500, 5000].flatMap((octets) => [
      before(1, `a=${'A'.repeat(octets)}`),
      query(`a=${'A'.repeat(octets)}`),
    ]),
  ],
}

/** The parts already in the query come after these; no later dimension adds any. */
function before(count: number, part = 'a'): Value {
  return {
    apply: (draft) => ({ ...draft, query: [...Array.from({ length: count }, () => part), ...draft.query] }),
  }
}

/** PHP turns a dot or a space into an underscore; routers normalise what looks like a path. */
const namesAlike: readonly string[] = [
  'access.token=x',
  'access+token=x',
  'access%20token=x',
  'access%2Etoken=x',
  'next=/../home',
  'next=/./x//y',
  'x=/../../etc/passwd',
  'x=http://127.0.0.1/../',
  '/../x',
  // Names and values that frameworks interpret, or that guards take for an attack.
  'q[a]=1',
  'filter[a][b]=1',
  'q%5Ba%5D=1',
  'filter%5Ba%5D%5Bb%5D=1',
  'search=1&search=2',
  'q=1&q=2',
  'x=YQ==',
  'x=1700000000000',
  'ticket=ST-1-a',
  "x=1'+or+'1'='1",
  'x=%3Cscript%3Ealert(1)%3C/script%3E',
  'x=1+union+select+1',
  'next=/login',
  'next=/health',
  '/static/app.css',
  'x=app.js',
]

/** Puts names that are alike in different requests: in one, a service that equates them would see a repetition. */
const apart = (names: readonly string[]): readonly (readonly string[])[] =>
  Array.from({ length: queries }, (_, own) => names.filter((_name, at) => at % queries === own))

const queries = 23

/** Every ASCII character before and after the name; other letters, cases, codes in it; lists and maps of that name. */
function namesAround(name: string): readonly string[] {
  const middle = name.length >> 1
  const codes = Array.from({ length: 128 }, (_, octet) => percentEncodeOctets([octet]))
  const inner = ['%00', '-', '_', '+', '%C2%AD', '%CC%81'].map(
    (text) => `${name.slice(0, middle)}${text}${name.slice(middle)}`,
  )
  const others = Object.entries({
    i: '\u0131\u0130\u00ED\u0456',
    k: '\u212A',
    s: '\u017F',
    a: '\u0430',
    e: '\u00E9',
  })
    .filter(([letter]) => name.includes(letter))
    .flatMap(([letter, like]) => Array.from(like, (one) => name.replace(letter, encodeURIComponent(one))))
  const twice = `%25${name.codePointAt(0)?.toString(16).toUpperCase() ?? ''}${name.slice(1)}`
  return [
    ...codes.flatMap((code) => [`${code}${name}`, `${name}${code}`]),
    ...inner,
    ...others,
    twice,
    ...['x%0A', 'x%0D%0A', '%EF%BB%BF', '%E2%80%8B', 'max', 'x.', 'x%5B', 'query.', '%24'].map(
      (text) => `${text}${name}`,
    ),
    ...['%0Ax', '[[]]', '[99999]', '[-1]', '[a][b][c][d][e][f][g]', '{}', '[0]', '2', '_', '%25'].map(
      (text) => `${name}${text.replaceAll('[', '%5B').replaceAll(']', '%5D')}`,
    ),
  ].map((one) => `${one}=1`)
}

/** Names that a service which normalises names may take for that of the refused parameter. */
const tokenNames: readonly string[] = words(`
  accessToken AccessToken access-token Access-Token Access_Token ACCESS_TOKEN access__token accesstoken _access_token
  access_token_ access_token%5B%5D access_token%5B0%5D access_tokens xaccess_token x_access_token oauth_access_token access_token%00
  %20access_token access_token%20 access%255Ftoken bearer_token id_token refresh_token oauth_token jwt key api-key apikey sid
  session auth authorization Authorization bearer`).map((name) => `${name}=x`)

/** Codes that are not UTF-8: ISO 8859-1, truncated, overlong, half a surrogate pair, beyond Unicode. */
const otherOctets: readonly string[] = words(
  '%E9 %C3 %C3%28 %C0%AF %ED%A0%80 %F5%80%80%80 %FF%FE %A0',
).flatMap((codes) => [`x=${codes}`, `${codes}=1`, `x=a${codes}b`])

const otherNames: readonly string[] = words(`
  LIMIT=1 Limit=x limit[]=1 limit[0]=1 limits=1 limi=1 limit%20=1 +limit=1 limit%00=1 %C5%80imit=1 offset=1 page=2
  per_page=1 sort=name order=desc fields=name filter=x q=x user=ben user_id=2 callback=x _=1 =5 & && other other=%zz
  __proto__=1&constructor=1 max=1 count=1 first=1 amp;limit=1 x=1&amp;limit=1 x=1;limit=1 x=1%26limit=1 x=1,limit=1
  x=1|limit=1 x?limit=1 x[limit]=1 x.limit=1 limit.x=1 limit:int=1 limit%3D1 limit%5B%5D=1 %22limit%22=1 limit%09=1
  %EF%BD%8C%EF%BD%89%EF%BD%8D%EF%BD%89%EF%BD%94=1 limit.0=1 limit:1=1 limit-1=1 x=1%26limit=2 Limit=2`)
