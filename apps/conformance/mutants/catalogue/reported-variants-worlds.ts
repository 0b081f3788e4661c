/** Correct servers, as reported for products: what request ids and tokens look like, and what plants are called. */
import { randomBytes } from 'node:crypto'
import { madeAs } from '../faults/replies.ts'
import type { Change, Faults } from '../mutant.ts'
import { type SeenPlant, withTokens, worldWith } from '../server/world.ts'

const running = (form: (count: number) => string): Change => {
  return (reference) => {
    let count = 0
    const next = (): string => {
      count += 1
      return form(count)
    }
    return madeAs(next)(reference)
  }
}

const crockford = (length: number): string => Array.from(randomBytes(length), (octet) => '0123456789ABCDEFGHJKMNPQRSTVWXYZ'[octet % 32]).join('')
const hex = (octets: number): string => randomBytes(octets).toString('hex')

const ofBoth = (names: readonly string[]): readonly SeenPlant[] =>
  names.map((name, index) => ({ name, ...(index % 2 === 0 ? { tag: name } : {}), seenBy: index % 3 === 0 ? ['ana', 'ben'] : ['ana'] }))
const numbered = (count: number, who: string): readonly SeenPlant[] =>
  Array.from({ length: count }, (_none, index) => ({ name: `${who} ${index + 1}`, seenBy: [who] }))

export const completed: Faults = {
  // dotnet/aspnetcore, HttpContext.TraceIdentifier
  'trace-identifiers: Ids contain a colon and a running number.': running(
    (count) => `0HN4K1R2JQ8VV:${count.toString(16).toUpperCase().padStart(8, '0')}`,
  ),
  // fastify/fastify, genReqId
  'req-ids: Ids are req- and a running number in base 36.': running((count) => `req-${count.toString(36)}`),
  // nginx, $request_id
  'hex-ids: Ids are 32 hexadecimal digits.': madeAs(() => hex(16)),
  // ulid/spec
  'ulids: Ids are 26 capitals and digits.': madeAs(() => `01${crockford(24)}`),
  // segmentio/ksuid, rs/xid
  'ids-of-letters: Ids are 27 letters and digits.': madeAs(() =>
    randomBytes(40)
      .toString('base64')
      .replaceAll(/[^A-Za-z\d]/g, '')
      .slice(0, 27),
  ),
  // CVE-2019-10744 (lodash): names that JavaScript objects have
  'names-of-objects: Plants are named like properties of JavaScript objects.': worldWith(
    ofBoth(['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'length', 'then', 'valueOf', 'prototype']),
  ),
  // Apple File System: names that are equal once they are normalized
  'names-nearly-equal: Names differ only in how they are composed, or in case.': worldWith(
    ofBoth(['Café', 'Cafe\u0301', '\u212B', 'Å', 'ﬁg', 'fig', 'Straße', 'STRASSE', 'İris', 'iris', 'ıris', '한', '\u1112\u1161\u11AB']),
  ),
  // yaml/yaml-spec: the Norway problem; Excel and gene names
  'names-of-values: Plants are named like numbers, dates and formulas.': worldWith(
    ofBoth(['No', 'Yes', 'off', 'NaN', 'Infinity', '-0', '1_000', '0x1F', '2013-01-01', 'MARCH1', '12:30:45', '1E5', '=1+1', '+49', '~']),
  ),
  // GitHub REST API: per_page is at most a hundred
  'around-a-hundred: Three callers see 100, 101 and 99 plants.': worldWith([
    ...numbered(100, 'ana'),
    ...numbered(101, 'ben'),
    ...numbered(99, 'cleo'),
  ]),
  // paragonie/paseto
  'tokens-of-paseto: Tokens begin with their version and purpose.': withTokens(
    (name) => `v4.public.${Buffer.from(JSON.stringify({ sub: name, exp: '2099-01-01T00:00:00+00:00' })).toString('base64url')}.kQ7vN2xR9tWz`,
  ),
  // ory/hydra, oauth2-proxy: base64 with padding
  'tokens-padded: Tokens are base64 with plus signs, slashes and padding.': withTokens(
    (name) => `${Buffer.from(`plants/${name}+kQ7vN2xR9tWz8bLc`).toString('base64').replace(/=*$/, '')}/+Z==`,
  ),
  // google/oauth2: access tokens with dots, dashes and underscores
  'tokens-with-points: Tokens contain dots, dashes, underscores and a tilde.': withTokens((name) => `ya29.a0AfB_by-${name}__kQ7vN2xR9tWz-8bLc3H~.--`),
}
