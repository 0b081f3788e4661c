/** The body of a plant, the items of the list, and the list as JSON. */
import { emptyLists, first, last, lists, names, plants, plantTexts, plantWith, tenth, texts } from '../faults/bodies.ts'
import { saying } from '../faults/replies.ts'
import type { Change, Faults } from '../mutant.ts'
import { by, every, is200, limit, limited } from '../triggers.ts'

const nameless = plants(({ tag }) => ({ tag }))
const namelessIn = (which: typeof first): Change => plants(({ tag }) => ({ tag }), which)

function tagOfNeighbour({ encodePlant }: Parameters<Change>[0]): ReturnType<Change> {
  let before: string | undefined
  return {
    encodePlant: (plant, place, ask) => {
      before = plant.tag ?? (place.index === 0 ? undefined : before)
      return encodePlant(before === undefined ? plant : { ...plant, tag: before }, place, ask)
    },
  }
}

function withRawControls(text: string): string {
  return text.replaceAll(/\\u00(0\d)/g, (_all, code: string) => String.fromCodePoint(Number.parseInt(code, 16)))
}

function withBrokenOctet(text: string): Buffer {
  const octets = Buffer.from(text)
  octets[octets.lastIndexOf('"}') - 1] = 0xff
  return octets
}

export const given: Faults = {
  'name-missing: No plant has a name.': nameless,
  'name-missing-first: The first plant has no name.': namelessIn(first),
  'name-missing-tenth: The tenth plant has no name.': namelessIn(tenth),
  'name-missing-last: The last plant has no name.': namelessIn(last),
  'name-missing-second-caller: The last plant of the second caller has no name.': [namelessIn(last), by('ben')],
  "name-null: The last plant's name is null.": plantWith(() => ({ name: null }), last),
  'name-number: A name that looks like a number is sent as a number.': plantWith(({ name }) => (name === '1e3' ? { name: 1000 } : {})),
  'name-list: Each name is sent in a list of one.': plantWith(({ name }) => ({ name: [name] })),
  "name-object: The tenth plant's name is an object with a member for its language.": plantWith(({ name }) => ({ name: { en: name } }), tenth),
  'name-renamed: Names are sent in a member called title.': plants(({ name, tag }) => ({ title: name, tag })),
  'name-capital: With a limit, names are sent in a member called Name.': [plants(({ name, tag }) => ({ Name: name, tag })), limited],
  'tag-null: A plant without a tag has the tag null.': plantWith(({ tag }) => ({ tag: tag ?? null })),
  'tag-null-last: The last plant has the tag null.': plantWith(() => ({ tag: null }), last),
  'tag-empty: A plant without a tag has an empty tag.': plantWith(({ tag = '' }) => ({ tag })),
  'tag-always: A plant without a tag has the tag "none".': plantWith(({ tag = 'none' }) => ({ tag })),
  'tag-number: A tag of digits is sent as a number.': plantWith(({ tag }) => (tag === '007' ? { tag: 7 } : {})),
  'tag-list: Each tag is sent in a list.': plantWith(({ tag }) => (tag === undefined ? {} : { tag: [tag] })),
  'tag-false: A plant without a tag has the tag false.': plantWith(({ tag }) => ({ tag: tag ?? false })),
  "name-empty: The first plant's name is empty.": plantWith(() => ({ name: '' }), first),
  'name-trimmed: Whitespace around names is removed.': names((name) => name.trim()),
  'name-composed: Names are normalised to Unicode NFC.': names((name) => name.normalize('NFC')),
  'name-short: Names are cut off after sixteen characters.': names((name) => name.slice(0, 16)),
  'name-small: Names are sent in lower case.': names((name) => name.toLowerCase()),
  'name-for-html: Names are escaped for HTML.': names((name) => name.replaceAll('<', '&lt;')),
  'name-ascii: Characters of names that are not printable ASCII become question marks.': names((name) => name.replaceAll(/[^ -~]/g, '?')),
  'name-twice-encoded: Names are encoded as UTF-8 twice.': names((name) => Buffer.from(name).toString('latin1')),
  'name-half-character: Names lose the second half of each surrogate pair.': names((name) => name.replaceAll(/[\uDC00-\uDFFF]/g, '')),
  'name-without-controls: Control characters in names are removed.': names((name) => name.replaceAll(/\p{Cc}/gu, '')),
  "name-for-tag: The tenth plant's tag is its name.": plantWith(({ name }) => ({ tag: name }), tenth),
  'tag-dropped: No plant has a tag.': plants(({ name }) => ({ name })),
  'tag-dropped-first: The first plant loses its tag.': plants(({ name }) => ({ name }), first),
  'tag-dropped-unusual: Tags that are not printable ASCII are dropped.': plants(({ name, tag = '' }) =>
    /^[ -~]*$/.test(tag) ? undefined : { name },
  ),
  'tag-of-neighbour: A plant without a tag gets the tag of the plant before it.': tagOfNeighbour,
  'tag-spaceless: A tag that is only whitespace is dropped.': plants(({ name, tag }) => (tag?.trim() === '' ? { name } : undefined)),
  'text-null: The name "null" is sent as null.': plantWith(({ name }) => (name === 'null' ? { name: null } : {})),
  'text-four-octets: Characters of four octets become question marks.': texts((text) => text.replaceAll(/[\u{10000}-\u{10FFFF}]/gu, '?')),
  'text-separators: Line and paragraph separators (U+2028, U+2029) become line feeds.': texts((text) => text.replaceAll(/[\u2028\u2029]/g, '\n')),
  'text-marks: Byte-order marks within texts are removed.': texts((text) => text.replaceAll('\uFEFF', '')),
  'text-directions: Directional formatting characters are removed.': texts((text) => text.replaceAll(/[\u202A-\u202E]/g, '')),
  'text-backslashes: Backslashes are doubled.': texts((text) => text.replaceAll('\\', String.raw`\\`)),
  'text-percent: Percent codes in texts are decoded.': texts((text) => text.replaceAll('%2F', '/')),
  'text-carriage-returns: Carriage returns are removed.': texts((text) => text.replaceAll('\r', '')),
  'text-quotes: Straight quotes become curly ones.': texts((text) => text.replaceAll(/"(.*?)"/g, '“$1”')),
  'item-repeated-last: The last plant is sent twice.': plantTexts((text) => `${text},${text}`, last),
  'item-repeated-tenth: The tenth plant is sent twice.': plantTexts((text) => `${text},${text}`, tenth),
  'item-text: The first plant is sent as its name alone.': plants(({ name }) => name, first),
  'item-null: A null follows the last plant.': plantTexts((text) => `${text},null`, last),
  'item-list: Each plant is sent as a list of its name and tag.': plants(({ name, tag }) => [name, tag]),
  'item-nested: Each plant is wrapped in an object, in a member called plant.': plants((plant) => ({ plant })),
  'item-encoded: The last plant is sent as JSON inside a string.': plants((plant) => JSON.stringify(plant), last),
  'list-wrapped: The list is wrapped in an object, in a member called plants.': lists((text) => `{"plants":${text}}`),
  'list-wrapped-limit: With a limit, the list is wrapped in an object.': [lists((text) => `{"data":${text}}`), limited],
  'list-in-list: The list is wrapped in another list.': lists((text) => `[${text}]`),
  'list-single: With limit=1, the plant is sent by itself instead of in a list.': [lists((_text, [only = '']) => only), limit((n) => n === 1)],
  'list-by-number: The list is sent as an object whose members are named by number.': lists((text) => JSON.stringify({ ...JSON.parse(text) })),
  'list-encoded: The list is sent as JSON inside a string.': lists((text) => JSON.stringify(text)),
  'empty-null: An empty list is sent as null.': emptyLists('null'),
  'empty-object: An empty list is sent as an empty object.': emptyLists('{}'),
  'empty-bodyless: An empty list is sent as an empty body.': emptyLists(''),
  'empty-message: An empty list is sent as an object with a message.': emptyLists('{"message":"No plants."}'),
  'json-html: The list is sent as an HTML page.': lists((_text, each) => `<html><ul><li>${each.join('<li>')}</ul></html>`),
  'json-single-quotes: JSON strings are in single quotes.': lists((text) => text.replaceAll('"', "'")),
  'json-unquoted-members: Member names have no quotes.': lists((text) => text.replaceAll(/"(name|tag)":/g, '$1:')),
  'json-comma-behind: A comma follows the last plant.': lists((text) => text.replace(/\]$/, ',]')),
  'json-comment: A comment precedes the list.': lists((text) => `// plants\n${text}`),
  'json-guarded: A guard against script inclusion precedes the list.': lists((text) => `)]}',\n${text}`),
  'json-called-back: The list is sent as the argument of a function call, as in JSONP.': lists((text) => `plants(${text})`),
  'json-lines: Each plant is sent on a line of its own, without a list.': lists((_text, each) => each.map((line) => `${line}\n`).join('')),
  'json-lines-limit: With a limit, each plant is sent on a line of its own, without a list.': [lists((_text, each) => each.join('\n')), limited],
  'json-truncated: The closing bracket is missing.': lists((text) => text.slice(0, -1)),
  'json-truncated-long: The list is cut off after 512 octets.': lists((text) => Buffer.from(text).subarray(0, 512)),
  'json-truncated-seldom: Every ninth list lacks its closing bracket.': [lists((text) => text.slice(0, -1)), every(9)],
  'json-trailing-text: The word ok follows the list.': lists((text) => `${text}\nok`),
  'json-trailing-zero: A zero octet follows the list.': lists((text) => `${text}\0`),
  'json-twice: The list is sent twice in one body.': lists((text) => text + text),
  'json-marked: A byte-order mark precedes the list.': lists((text) => `\uFEFF${text}`),
  'json-wide: The list is encoded in UTF-16.': lists((text) => Buffer.from(`\uFEFF${text}`, 'utf16le')),
  'json-latin1: The list is encoded in ISO 8859-1.': lists((text) => Buffer.from(text, 'latin1')),
  'json-raw-controls: Control characters are not escaped.': lists(withRawControls),
  'json-raw-quotes: Quotes in names are not escaped.': lists((text) => text.replaceAll(String.raw`\"`, '"')),
  'json-broken-octet: The last text of the list ends with an octet that is not valid UTF-8.': lists(withBrokenOctet),
  'json-duplicate-name: The first plant has two name members, one of them wrong.': plantTexts((text) => text.replace('{', '{"name":"?",'), first),
  'json-duplicate-tag: The tenth plant has two tag members.': plantTexts((text) => text.replace('}', ',"tag":"木"}'), tenth),
  'json-nothing: Without a limit, the list is sent as an empty body.': [saying(''), is200, limit((n) => n === undefined)],
}

export const completed: Faults = {
  'extra-id: Every plant has an additional member id.': plants((plant) => ({ id: 7, ...plant })),
  'extra-id-last: The last plant has an additional member id.': plantWith(() => ({ id: 7 }), last),
  'extra-owner-limit: With a limit, the first plant lists the callers who see it.': [plantWith(() => ({ seenBy: ['ana', 'ben'] }), first), limited],
  'extra-null: Plants without a tag have an additional member description, which is null.': plantWith(({ tag }) =>
    tag === undefined ? { description: null } : {},
  ),
}
