/** Query parameters with other names: each is ignored, wherever it stands. */
import { percentEncodeBytes, words } from './characters.ts'
import { type Dimension, query, together, usual, type Value } from './draft.ts'

/**
 * Names that mean something to other services. Brackets stand as codes: a request with brackets as such may be
 * refused, which would hide what the other names do.
 */
const foreignParameters: readonly string[] = words(`
  offset skip start from after before since until cursor page page_size per_page pageSize pageToken size top count first
  last max take rows n sort sort_by orderBy order direction reverse desc fields field select include exclude expand embed
  only filter where q query search name tag tags type kind id ids user user_id userId owner account tenant org group role
  scope as sub impersonate debug verbose trace test dev admin internal all deleted archived hidden show_all format output
  pretty callback jsonp lang locale version v api_version token api_key auth method _method _format $top $skip $filter
  $select $orderby envelope meta raw download nocache page%5Blimit%5D page%5Bsize%5D page%5Bnumber%5D filter%5Bname%5D
  name__startswith name__icontains tag__isnull _start _end _limit _page _envelope _escaped_fragment_ ticket utm_source
  utm_medium utm_campaign gclid fbclid code state wsdl X-Amz-Signature sig signature expires password secret`)

/** Whatever such a parameter stands for, one of these is a value for it. */
const parameterValues: readonly string[] = words('1 2 3 true name -name desc xml csv DELETE')

/** Parameters that stand in front of those that count, and behind them. */
export const placeInQuery: Dimension = {
  name: 'place in the query',
  values: [
    usual,
    ...[1, 99, 999].map((count) => before(count)),
    before(99, 'a=1'),
    before(1, 'password=x'),
    before(1, 'x=1;y'),
    ...[300, 2500, 5000].flatMap((bytes) => [
      before(1, `a=${'A'.repeat(bytes)}`),
      query(`a=${'A'.repeat(bytes)}`),
    ]),
  ],
}

/** The parts already in the query come after these; no later dimension adds any. */
function before(count: number, part = 'a'): Value {
  return {
    apply: (draft) => ({ ...draft, query: [...Array.from({ length: count }, () => part), ...draft.query] }),
  }
}

/** What other parsers take for the parameter of this name; a service that does must not be helped by others beside it. */
const namesAlike = words(`
  LIMIT=1 Limit=x limit[]=1 limit[0]=1 limits=1 limi=1 amp;limit=1 x=1&amp;limit=1 x=1;limit=1 x=1%26limit=1 x=1,limit=1
  x=1|limit=1 x?limit=1 x[limit]=1 x.limit=1 limit.x=1 limit:int=1 limit%3D1 limit:1=1 limit-1=1 x=1%26limit=2
  ${encodeURIComponent('ｌｉｍｉｔ')}=1 Limit=2`)

/** What PHP, routers and frameworks turn into other names or paths, and what guards take for an attack. */
const misread: readonly string[] = words(`
  user=ben user_id=2 _=1 =5 & && other other=%zz __proto__=1&constructor=1 access.token=x access+token=x access%20token=x
  access%2Etoken=x next=/../home next=/./x//y x=/../../etc/passwd x=http://127.0.0.1/../ /../x q[a]=1 filter[a][b]=1
  q%5Ba%5D=1 filter%5Ba%5D%5Bb%5D=1 search=1&search=2 x=YQ== x=1700000000000 ticket=ST-1-a x=1'+or+'1'='1
  x=%3Cscript%3Ealert(1)%3C/script%3E x=1+union+select+1 next=/login next=/health /static/app.css x=app.js`)

/** Puts names that are alike in different requests: in one, a service that equates them would see a repetition. */
const apart = (names: readonly string[]): readonly (readonly string[])[] =>
  Array.from({ length: queries }, (_, own) => names.filter((_name, at) => at % queries === own))

const queries = 23

/** Every ASCII character before and after the name; other letters and codes in it; lists and maps of that name. */
const namesAround: readonly string[] = [
  ...Array.from({ length: 128 }, (_, byte) => percentEncodeBytes([byte])).flatMap((code) => [
    `${code}limit`,
    `limit${code}`,
  ]),
  ...words('%00 - _ + %C2%AD %CC%81').map((text) => `li${text}mit`),
  // Letters that look alike, or that some services equate.
  ...['l\u0131mit', 'l\u0130mit', 'l\u00EDmit', 'l\u0456mit', '\u0140imit'].map((text) =>
    encodeURIComponent(text),
  ),
  '%256Cimit',
  ...words('x%0A x%0D%0A %EF%BB%BF %E2%80%8B max x. x%5B query. %24').map((text) => `${text}limit`),
  ...words('%0Ax %5B%5B%5D%5D %5B99999%5D %5B-1%5D %5Ba%5D%5Bb%5D%5Bc%5D%5Bd%5D {} %5B0%5D 2 _ %25').map(
    (text) => `limit${text}`,
  ),
].map((one) => `${one}=1`)

/** Names that a service which normalises names may take for that of the refused parameter. */
const tokenNames: readonly string[] = words(`
  accessToken AccessToken access-token Access-Token Access_Token ACCESS_TOKEN access__token accesstoken _access_token
  access_token_ access_token%5B%5D access_token%5B0%5D access_tokens xaccess_token x_access_token oauth_access_token access_token%00
  %20access_token access_token%20 access%255Ftoken bearer_token id_token refresh_token oauth_token jwt key api-key apikey sid
  session auth authorization Authorization bearer`).map((name) => `${name}=x`)

/** Codes that are not UTF-8: ISO 8859-1, truncated, overlong, half a surrogate pair, beyond Unicode. */
const otherBytes: readonly string[] = words(
  '%E9 %C3 %C3%28 %C0%AF %ED%A0%80 %F5%80%80%80 %FF%FE %A0',
).flatMap((codes) => [`x=${codes}`, `${codes}=1`, `x=a${codes}b`])

export const otherParameters: Dimension = {
  name: 'other parameters',
  values: [
    usual,
    query('x=1'),
    ...parameterValues.map((value) =>
      together(foreignParameters, (few) => query(...few.map((one) => `${one}=${value}`))),
    ),
    ...[...namesAlike, ...misread].map((part) => query(part)),
    ...[...apart(namesAround), tokenNames, otherBytes].map((all) => together(all, (few) => query(...few))),
  ],
}
