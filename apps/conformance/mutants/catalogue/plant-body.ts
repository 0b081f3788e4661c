/** Class 1: the body of a plant, the items of the list, and the list as JSON. */
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
  'name-null: The last plant is called null.': plantWith(() => ({ name: null }), last),
  'name-number: A name that looks like a number comes as one.': plantWith(({ name }) => (name === '1e3' ? { name: 1000 } : {})),
  'name-list: Names come as lists of one.': plantWith(({ name }) => ({ name: [name] })),
  'name-object: The tenth name is an object with languages.': plantWith(({ name }) => ({ name: { en: name } }), tenth),
  'name-renamed: Names are sent as title.': plants(({ name, tag }) => ({ title: name, tag })),
  'name-capital: With a limit, names are sent as Name.': [plants(({ name, tag }) => ({ Name: name, tag })), limited],
  'tag-null: A plant without a tag has the tag null.': plantWith(({ tag }) => ({ tag: tag ?? null })),
  'tag-null-last: The last plant has the tag null.': plantWith(() => ({ tag: null }), last),
  'tag-empty: A plant without a tag has an empty one.': plantWith(({ tag = '' }) => ({ tag })),
  'tag-always: A plant without a tag has the tag "none".': plantWith(({ tag = 'none' }) => ({ tag })),
  'tag-number: A tag of digits comes as a number.': plantWith(({ tag }) => (tag === '007' ? { tag: 7 } : {})),
  'tag-list: Tags come as lists.': plantWith(({ tag }) => (tag === undefined ? {} : { tag: [tag] })),
  'tag-false: A plant without a tag has the tag false.': plantWith(({ tag }) => ({ tag: tag ?? false })),
  'name-empty: The first plant is called nothing.': plantWith(() => ({ name: '' }), first),
  'name-trimmed: Space around a name is lost.': names((name) => name.trim()),
  'name-composed: Names are brought into another Unicode form.': names((name) => name.normalize('NFC')),
  'name-short: Names end after sixteen characters.': names((name) => name.slice(0, 16)),
  'name-small: Names come in small letters.': names((name) => name.toLowerCase()),
  'name-for-html: Names are escaped for HTML.': names((name) => name.replaceAll('<', '&lt;')),
  'name-ascii: What is not ASCII comes as a question mark.': names((name) => name.replaceAll(/[^ -~]/g, '?')),
  'name-twice-encoded: Names were encoded twice.': names((name) => Buffer.from(name).toString('latin1')),
  'name-half-character: Characters of two halves lose one.': names((name) => name.replaceAll(/[\uDC00-\uDFFF]/g, '')),
  'name-without-controls: Control characters are lost.': names((name) => name.replaceAll(/\p{Cc}/gu, '')),
  'name-for-tag: The tenth plant has its name for a tag.': plantWith(({ name }) => ({ tag: name }), tenth),
  'tag-dropped: No plant has a tag.': plants(({ name }) => ({ name })),
  'tag-dropped-first: The first plant has lost its tag.': plants(({ name }) => ({ name }), first),
  'tag-dropped-unusual: Tags that are not ASCII are lost.': plants(({ name, tag = '' }) => (/^[ -~]*$/.test(tag) ? undefined : { name })),
  'tag-of-neighbour: A plant without a tag gets that of the plant before it.': tagOfNeighbour,
  'tag-spaceless: A tag of space alone is taken for none.': plants(({ name, tag }) => (tag?.trim() === '' ? { name } : undefined)),
  'text-null: A plant that is called null has no name.': plantWith(({ name }) => (name === 'null' ? { name: null } : {})),
  'text-four-octets: Characters of four octets come as question marks.': texts((text) => text.replaceAll(/[\u{10000}-\u{10FFFF}]/gu, '?')),
  'text-separators: Separators of lines come as line feeds.': texts((text) => text.replaceAll(/[\u2028\u2029]/g, '\n')),
  'text-marks: Byte-order marks within texts are lost.': texts((text) => text.replaceAll('\uFEFF', '')),
  'text-directions: Marks of direction are lost.': texts((text) => text.replaceAll(/[\u202A-\u202E]/g, '')),
  'text-backslashes: Backslashes come twice.': texts((text) => text.replaceAll('\\', String.raw`\\`)),
  'text-percent: Percent codes in texts are decoded.': texts((text) => text.replaceAll('%2F', '/')),
  'text-carriage-returns: Carriage returns are lost.': texts((text) => text.replaceAll('\r', '')),
  'text-quotes: Straight quotes come as curly ones.': texts((text) => text.replaceAll(/"(.*?)"/g, '“$1”')),
  'item-repeated-last: The last plant comes twice.': plantTexts((text) => `${text},${text}`, last),
  'item-repeated-tenth: The tenth plant comes twice.': plantTexts((text) => `${text},${text}`, tenth),
  'item-text: The first plant is only its name.': plants(({ name }) => name, first),
  'item-null: Behind the last plant comes null.': plantTexts((text) => `${text},null`, last),
  'item-list: Plants come as lists of name and tag.': plants(({ name, tag }) => [name, tag]),
  'item-nested: Each plant comes in a member plant.': plants((plant) => ({ plant })),
  'item-encoded: The last plant is JSON within a string.': plants((plant) => JSON.stringify(plant), last),
  'list-wrapped: The list comes in an object, as plants.': lists((text) => `{"plants":${text}}`),
  'list-wrapped-limit: With a limit, the list comes in an object.': [lists((text) => `{"data":${text}}`), limited],
  'list-in-list: The list comes in a list.': lists((text) => `[${text}]`),
  'list-single: A list of one comes as the plant alone.': [lists((_text, [only = '']) => only), limit((n) => n === 1)],
  'list-by-number: The list is an object with numbers for names.': lists((text) => JSON.stringify({ ...JSON.parse(text) })),
  'list-encoded: The list is JSON within a string.': lists((text) => JSON.stringify(text)),
  'empty-null: An empty list comes as null.': emptyLists('null'),
  'empty-object: An empty list comes as an object.': emptyLists('{}'),
  'empty-bodyless: For an empty list nothing comes.': emptyLists(''),
  'empty-message: For an empty list a message comes.': emptyLists('{"message":"No plants."}'),
  'json-html: The list comes as a page.': lists((_text, each) => `<html><ul><li>${each.join('<li>')}</ul></html>`),
  'json-single-quotes: Strings stand in single quotes.': lists((text) => text.replaceAll('"', "'")),
  'json-unquoted-members: Members have no quotes.': lists((text) => text.replaceAll(/"(name|tag)":/g, '$1:')),
  'json-comma-behind: A comma stands behind the last plant.': lists((text) => text.replace(/\]$/, ',]')),
  'json-comment: A comment stands before the list.': lists((text) => `// plants\n${text}`),
  'json-guarded: A guard against scripts stands before the list.': lists((text) => `)]}',\n${text}`),
  'json-called-back: The list is the argument of a function.': lists((text) => `plants(${text})`),
  'json-lines: Every plant is a line of its own.': lists((_text, each) => each.map((line) => `${line}\n`).join('')),
  'json-lines-limit: With a limit, every plant is a line of its own.': [lists((_text, each) => each.join('\n')), limited],
  'json-truncated: The closing bracket is missing.': lists((text) => text.slice(0, -1)),
  'json-truncated-long: What comes ends after 512 octets.': lists((text) => Buffer.from(text).subarray(0, 512)),
  'json-truncated-seldom: Every ninth list lacks its closing bracket.': [lists((text) => text.slice(0, -1)), every(9)],
  'json-trailing-text: The word ok stands behind the list.': lists((text) => `${text}\nok`),
  'json-trailing-zero: The octet zero stands behind the list.': lists((text) => `${text}\0`),
  'json-twice: The list comes twice, one behind the other.': lists((text) => text + text),
  'json-marked: A byte-order mark stands before the list.': lists((text) => `\uFEFF${text}`),
  'json-wide: The list comes in UTF-16.': lists((text) => Buffer.from(`\uFEFF${text}`, 'utf16le')),
  'json-latin1: The list comes in ISO 8859-1.': lists((text) => Buffer.from(text, 'latin1')),
  'json-raw-controls: Control characters are not escaped.': lists(withRawControls),
  'json-raw-quotes: Quotes in names are not escaped.': lists((text) => text.replaceAll(String.raw`\"`, '"')),
  'json-broken-octet: The last octet of a name is no UTF-8.': lists(withBrokenOctet),
  'json-duplicate-name: The first plant has two names, one wrong.': plantTexts((text) => text.replace('{', '{"name":"?",'), first),
  'json-duplicate-tag: The tag of the tenth plant stands there twice.': plantTexts((text) => text.replace('}', ',"tag":"木"}'), tenth),
  'json-nothing: The list has no octet.': [saying(''), is200, limit((n) => n === undefined)],
}

export const completed: Faults = {
  'extra-id: Every plant shows its id.': plants((plant) => ({ id: 7, ...plant })),
  'extra-id-last: The last plant shows its id.': plantWith(() => ({ id: 7 }), last),
  'extra-owner-limit: With a limit, the first plant shows who sees it.': [plantWith(() => ({ seenBy: ['ana', 'ben'] }), first), limited],
  'extra-null: Plants without a tag have a member description, which is null.': plantWith(({ tag }) =>
    tag === undefined ? { description: null } : {},
  ),
}
