/** Class 1, continued: items of the list, and the list as JSON. */
import { emptyLists, first, last, lists, plants, plantTexts, tenth } from '../faults/bodies.ts'
import { saying } from '../faults/replies.ts'
import type { Faults } from '../mutant.ts'
import { every, is200, limit, limited } from '../triggers.ts'

function withRawControls(text: string): string {
  return text.replaceAll(/\\u00(0\d)/g, (_all, code: string) => String.fromCodePoint(Number.parseInt(code, 16)))
}

function withBrokenOctet(text: string): Buffer {
  const octets = Buffer.from(text)
  octets[octets.lastIndexOf('"}') - 1] = 0xff
  return octets
}

export const given: Faults = {
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
