/** The body of a plant: plants with unusual names. */
import { lists, names, plants } from '../faults/bodies.ts'
import { tagged } from '../faults/conditions.ts'
import { arranged, finding, sees } from '../faults/lists.ts'
import { type Faults, inWorld } from '../mutant.ts'
import type { Ask } from '../server/ask.ts'
import { type SeenPlant, worldOf, worldWith } from '../server/world.ts'
import { by } from '../triggers.ts'

const plant = (name: string, index: number): SeenPlant => {
  const seenBy = index % 3 === 0 ? ['ana', 'ben'] : ['ana']
  return index % 2 === 0 ? { name, tag: name, seenBy } : { name, seenBy }
}

/** Names that are digits, HTML entities, object members, dates, surrogate pairs, compatibility characters, several lines, or long. */
const oddNames = worldWith(
  [
    '9007199254740993',
    '12345678901234567890',
    'Fern &amp; moss',
    '__proto__',
    'constructor',
    'toString',
    '1-2',
    '3-4',
    '🌵',
    '𝒜',
    'ﬁg',
    '²',
    'ｌ',
    '①',
    'a',
    'b\r\nc',
    `a${'木'.repeat(100)}`,
    'Ivy\u00A0hedera',
    'Oak',
  ].map((name, index) => plant(name, index)),
)

/** The sum of the octets in the names of a list. */
function sumOf(ask: Ask): number {
  const own = ask.world.plants.filter((one) => sees(one, ask)).slice(0, ask.limit)
  return Buffer.from(own.map(({ name }) => name).join('')).reduce((total, octet) => total + octet, 0)
}

export const given: Faults = {
  ...inWorld(oddNames, {
    'digits-rounded: Names of many digits are rounded as if they were numbers.': names((name) =>
      /^\d{17,}$/.test(name) ? String(Number(name)) : name,
    ),
    'entities-decoded: &amp; in a name is sent as &.': names((name) => name.replaceAll('&amp;', '&')),
    'prototype-lost: Plants called __proto__ are left out.': finding((found) => found.filter(({ name }) => name !== '__proto__')),
    'dates-made: Names that look like dates are converted to dates.': names((name) => name.replace(/^(\d\d?)-(\d\d?)$/, '2026-$1-$2')),
    'halves-escaped: Characters beyond U+FFFF are sent as one escape of five digits.': lists((text) =>
      text.replaceAll(/[\u{10000}-\u{10FFFF}]/gu, (one) => String.raw`\u${one.codePointAt(0)?.toString(16) ?? ''}`),
    ),
    'compatible-forms: Names are normalised to Unicode NFKC.': names((name) => name.normalize('NFKC')),
    'line-ends-changed: For the first caller, CR LF in a name is sent as LF.': [
      plants(({ name, tag }) => ({ name: name.replaceAll('\r\n', '\n'), tag })),
      by('ana'),
    ],
    'shortened-in-octets: Names are cut off after 255 octets, even in the middle of a character.': names((name) =>
      Buffer.from(name).subarray(0, 255).toString('utf8'),
    ),
    'tilde-as-space: A no-break space in a name is sent as an ordinary space.': names((name) => name.replaceAll('\u00A0', ' ')),
  }),
}

export const completed: Faults = {
  'same-names-turn: In every third answer, plants with the same name are in another order.': [
    arranged((found, { number }) =>
      number % 3 === 0 ? found.toSorted((a, b) => (a.name === b.name ? (b.tag ?? '').localeCompare(a.tag ?? '') : 0)) : found,
    ),
    worldWith([
      { name: 'Alder', seenBy: ['ana'] },
      { name: 'Alder', tag: 'Alnus', seenBy: ['ana'] },
      { name: 'Oak', seenBy: ['ana', 'ben'] },
    ]),
  ],
  'tag-by-sum: Lists whose names have the same sum of octets have the same ETag.': [
    tagged((_own, ask) => `"${sumOf(ask)}"`),
    worldOf({ 'Dog rose': 'ana', 'God rose': 'ben', Oak: 'ana ben' }),
  ],
}
