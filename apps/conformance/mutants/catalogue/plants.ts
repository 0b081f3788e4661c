/** The body of a list: its plants, their names and tags. */
import { first, last, lists, names, plantTexts, plantWith, plants, texts } from '../faults/bodies.ts'
import type { Change, Faults } from '../mutant.ts'
import { every, is200, limited, listed, parameter } from '../triggers.ts'
import { withBody, withField } from '../server/ask.ts'
import { type World, fixedWorld, worldOf, worldWith } from '../server/world.ts'
import { replyingTo } from '../faults/replies.ts'

const nameless = plants(({ tag }) => ({ tag }))

/** Every 16384 bytes, or UTF-16 units. */
const pieces = /[^]{1,16384}/g

/** Each half of a surrogate pair in UTF-8 by itself. */
const inCesu8 = (text: string): Buffer =>
  Buffer.concat(
    text.split(/([\uD800-\uDFFF])/).map((part) => {
      const unit = part.codePointAt(0) ?? 0
      return /^[\uD800-\uDFFF]$/.test(part) ? Buffer.from([0xed, 0x80 | ((unit >> 6) & 0x3f), 0x80 | (unit & 0x3f)]) : Buffer.from(part)
    }),
  )

/** Lists of about ninety thousand bytes. */
const longWith = (name: string): World =>
  worldWith([...fixedWorld.plants, ...Array.from({ length: 1500 }, (_none, index) => ({ name: `${name} ${index}`, seenBy: ['ana', 'ben'] }))])

const withNul = worldOf({ 'Fern\0moss': 'ana ben', Oak: 'ana', Yew: 'ben' })

const withEmptyName = worldWith([{ name: '', tag: 'Nameless', seenBy: ['ana', 'ben'] }, ...fixedWorld.plants])

const isNumeric = (text = ''): boolean => /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i.test(text)

const numeric = (text?: string): unknown => (isNumeric(text) ? Number(text) : text)

const jsonp: Change = replyingTo((reply, { query }) =>
  withField(withBody(reply, `/**/${query.get('callback')}(${String(reply.body)});`), 'Content-Type', 'application/javascript;charset=utf-8'),
)

const enveloped: Change = replyingTo((reply) =>
  withBody(reply, `{"body":${String(reply.body)},"status":200,"headers":${JSON.stringify(Object.fromEntries(reply.fields))}}`),
)

export const given: Faults = {
  'name-missing: No plant has a name.': nameless,
  "name-null: The last plant's name is null.": plantWith(() => ({ name: null }), last),
  'tag-null: A plant without a tag has the tag null.': plantWith(({ tag }) => ({ tag: tag ?? null })),
  'item-text: The first plant is sent as its name alone.': plants(({ name }) => name, first),
  'list-wrapped-limit: With a limit, the list is wrapped in an object.': [lists((text) => `{"data":${text}}`), limited],
  'json-truncated-seldom: Every ninth list lacks its closing bracket.': [lists((text) => text.slice(0, -1)), every(9)],

  // zalando-incubator/perron#6
  'decoded-in-pieces: A list is decoded in pieces of 16384 bytes, so split letters are lost.': [
    lists((text) =>
      Buffer.from(text)
        .toString('latin1')
        .replaceAll(pieces, (piece) => Buffer.from(piece, 'latin1').toString()),
    ),
    longWith('Ромашка аптечная полевая'),
  ],
  // tldraw/tldraw#10119
  'encoded-in-pieces: A list is encoded in pieces of 16384 UTF-16 units, so split emoji are lost.': [
    lists((text) => text.replaceAll(pieces, (piece) => piece.toWellFormed())),
    longWith('🌵'.repeat(30)),
  ],
  // Oracle Database Globalization Support Guide: the character set UTF8 is CESU-8
  'emoji-in-cesu-8: Each half of a surrogate pair is sent in three bytes of its own.': lists((text) => inCesu8(text)),
  // WordPress Trac #21212 (utf8 of MySQL, outside strict mode)
  'cut-at-emoji: A text is cut off before its first character of four bytes.': texts((text) => text.replace(/[\u{10000}-\u{10FFFF}].*$/su, '')),
  // MySQL Reference Manual 11.3.2, the types CHAR and VARCHAR
  'char-column: Spaces at the end of a text are lost, as in a column of type CHAR.': texts((text) => text.replace(/ +$/, '')),
  // SQL Server, a literal without N before it in a column of type varchar
  'varchar-question-marks: Letters that Windows-1252 lacks become question marks.': texts((text) =>
    text.replaceAll(/[^\0-\u00FF\u2013\u2014\u2018-\u201E\u2020-\u2022\u2026\u20AC\u2122]/g, '?'),
  ),
  // not-fl3/nanoserde#47
  'nul-as-backslash-zero: A NUL character is escaped as a backslash and a zero.': [
    plantTexts((text) => text.replaceAll(String.raw`\u0000`, String.raw`\0`)),
    withNul,
  ],
  // gallery-so/go-gallery#1505
  'nul-cleaned: NUL characters are removed from texts before they are stored.': [texts((text) => text.replaceAll('\0', '')), withNul],
  // CWE-158, as in sheredom/json.h#129 ("truncating the output for callers that treat it as a C string")
  'c-string: A text is cut off before its first NUL character.': [texts((text) => text.replace(/\0.*$/s, '')), withNul],
  // JamesNK/Newtonsoft.Json#862
  'dates-rewritten: A name that looks like a date is parsed, and written in the American form.': [
    names((name) => name.replace(/^(\d{4})-(\d\d)-(\d\d)T(\d\d:\d\d:\d\d)Z$/, '$2/$3/$1 $4')),
    worldOf({ Alder: 'ana', '2019-03-01T00:00:00Z': 'ana ben', Oak: 'ben' }),
  ],
  // golang/go, encoding/json.Unmarshal: "invalid Unicode surrogate pairs ... are replaced by U+FFFD"
  'halves-replaced: A lone surrogate becomes a replacement character.': [
    texts((text) => text.toWellFormed()),
    worldOf({ Alder: 'ana', 'Cactus \uD83C': 'ana ben', Oak: 'ben' }),
  ],
  // Oracle Database SQL Language Reference: a character value of length zero is treated as null
  'empty-is-null: A plant with an empty name has the name null.': [
    plants((plant) => (plant.name === '' ? { ...plant, name: null } : undefined)),
    withEmptyName,
  ],
  // grpc-ecosystem/grpc-gateway, EmitUnpopulated: false
  'defaults-omitted: A plant with an empty name has no name.': [plants(({ name, tag }) => (name === '' ? { tag } : undefined)), withEmptyName],
  // sqlite.org/datatype3.html: a column declared STRING has the affinity NUMERIC
  'numeric-affinity: Names and tags that look like numbers are sent as numbers.': plants((plant) =>
    isNumeric(plant.name) || isNumeric(plant.tag) ? { name: numeric(plant.name), tag: numeric(plant.tag) } : undefined,
  ),
}

export const completed: Faults = {
  'extra-id: Every plant has an additional member id.': plants((plant) => ({ id: 7, ...plant })),

  // expressjs/express, res.jsonp
  'jsonp: With a callback parameter, the list is sent as a script that calls it.': [jsonp, is200, parameter('callback')],
  // WordPress REST API Handbook, _envelope
  'envelope: With _envelope, the list is in an object, beside the status and header fields.': [enveloped, listed, is200, parameter('_envelope')],
}
