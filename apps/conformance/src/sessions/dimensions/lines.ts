/** Other ways to write a request: its version, and the names, order, whitespace and Host of its header lines. */
import type { Field } from '../../exchange.ts'
import { type Dimension, type Draft, setting, usual } from './draft.ts'
import { words } from '../generate/characters.ts'

type Arrange = Draft['arrange']

const isNamed = (wanted: string, [name]: Field): boolean => name.toLowerCase() === wanted

/** Fields with different names may come in any order (RFC 9110, 5.3). */
const reversed: Arrange = (all) => all.toReversed()
const credentialFirst: Arrange = (all) => parted(all, (one) => isNamed('authorization', one))
const credentialLast: Arrange = (all) => parted(all, (one) => !isNamed('authorization', one))
const hostLast: Arrange = (all) => parted(all, (one) => !isNamed('host', one))
/** A service whose table holds only so many lines does not see the lines that follow. */
const behindSixty: Arrange = (all) => [
  ...Array.from({ length: 60 }, (_, index): Field => [`X-Unknown-${index}`, 'x']),
  ...all,
]

/** A service that reads this many octets at a time misreads what follows them. */
const behindOctets =
  (octets: number): Arrange =>
  (all) => [['X-Unknown', 'A'.repeat(octets)], ...all]

const parted = (all: readonly Field[], isFirst: (one: Field) => boolean): readonly Field[] => [
  ...all.filter((one) => isFirst(one)),
  ...all.filter((one) => !isFirst(one)),
]

/** Whitespace before and after a value: none, spaces or tabs. It is not part of the value (RFC 9112, 5). */
const blanks: readonly (readonly [before: string, behind: string])[] = [
  ['', ''],
  ['\t', ''],
  ['  \t ', ' \t'],
]

/** Field names are case-insensitive (RFC 9110, 5.1); the order of lines and the whitespace in them don't matter. */
export const spellings: Dimension = {
  name: 'spelling of names',
  values: [
    usual,
    setting({ spell: (name) => name.toLowerCase() }),
    setting({ spell: (name) => name.toUpperCase() }),
    ...[
      reversed,
      credentialFirst,
      credentialLast,
      hostLast,
      behindSixty,
      behindOctets(4200),
      behindOctets(9000),
    ].map((arrange) => setting({ arrange })),
    ...blanks.map((blank) => setting({ blank })),
  ],
}

/** A request with chunks stays HTTP/1.1, and needs a Host. */
const withoutHost: Arrange = (all) =>
  all.some((one) => isNamed('transfer-encoding', one)) ? all : all.filter((one) => !isNamed('host', one))

const withoutPort = (host: string): string => host.replace(/:\d+$/, '')

/** Names that RFC 3986, 3.2.2 allows, whether or not any host has them. */
const hostNames = words('localhost LocalHost plant_store.example. [::1] xn--e1afmkfd.x 1')

/** HTTP/1.0 needs no Host, and a Host needs no port. */
export const versions: Dimension = {
  name: 'version',
  values: [
    usual,
    setting({ isOld: true }),
    setting({ isOld: true, arrange: withoutHost }),
    ...[
      withoutPort,
      ...hostNames.map((name) => (host: string) => host.replace(/^(?:\[[^\]]*\]|[^:]*)/, name)),
      ...hostNames.map((name) => () => name),
    ].map((rename) =>
      setting({
        arrange: (all) => all.map((one): Field => (isNamed('host', one) ? [one[0], rename(one[1])] : one)),
      }),
    ),
  ],
}
