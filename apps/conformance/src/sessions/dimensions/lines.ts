/** The lines of a head as they may be put: in which order, with which blanks, and with which Host. */
import type { Field } from '../../exchange.ts'
import { type Draft, setting, type Value } from '../draft.ts'

type Arrange = Draft['arrange']

const isNamed = (wanted: string, [name]: Field): boolean => name.toLowerCase() === wanted

/** Fields of different names come in any order (RFC 9110, 5.3). */
const reversed: Arrange = (all) => all.toReversed()
const credentialFirst: Arrange = (all) => parted(all, (one) => isNamed('authorization', one))
const credentialLast: Arrange = (all) => parted(all, (one) => !isNamed('authorization', one))
const hostLast: Arrange = (all) => parted(all, (one) => !isNamed('host', one))
/** Who keeps a table of some lines alone does not see what stands behind them. */
const behindSixty: Arrange = (all) => [
  ...Array.from({ length: 60 }, (_, index): Field => [`X-Unknown-${index}`, 'x']),
  ...all,
]

/** Who reads so many octets at a time takes what stands behind them for another thing. */
const behindOctets =
  (octets: number): Arrange =>
  (all) => [['X-Unknown', 'A'.repeat(octets)], ...all]

const parted = (all: readonly Field[], isFirst: (one: Field) => boolean): readonly Field[] => [
  ...all.filter((one) => isFirst(one)),
  ...all.filter((one) => !isFirst(one)),
]

/** What stands before a value and behind it: none, blanks or tabs, and no part of it (RFC 9112, 5). */
const blanks: readonly (readonly [before: string, behind: string])[] = [
  ['', ''],
  ['\t', ''],
  ['  \t ', ' \t'],
]

export const otherLines: readonly Value[] = [
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
]

/** What comes in chunks is HTTP/1.1 all the same, and needs one. */
const withoutHost: Arrange = (all) =>
  all.some((one) => isNamed('transfer-encoding', one)) ? all : all.filter((one) => !isNamed('host', one))

const withoutPort = (host: string): string => host.replace(/:\d+$/, '')

/** Names as RFC 3986, 3.2.2 has them, whether or not somebody has such a name. */
const hostNames: readonly string[] = [
  'localhost',
  'LocalHost',
  'plant_store.example.',
  '[::1]',
  'xn--e1afmkfd.x',
  '1',
]

/** HTTP/1.0 needs no Host, and a Host no port. */
export const otherHosts: readonly Value[] = [
  setting({ isOld: true, arrange: withoutHost }),
  ...[
    withoutPort,
    ...hostNames.map((name) => (host: string) => host.replace(/^[^:]*/, name)),
    ...hostNames.map((name) => () => name),
  ].map((rename) =>
    setting({
      arrange: (all) => all.map((one): Field => (isNamed('host', one) ? [one[0], rename(one[1])] : one)),
    }),
  ),
]
