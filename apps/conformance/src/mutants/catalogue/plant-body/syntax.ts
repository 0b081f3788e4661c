/** Bodies of plants: what is no JSON, or not in UTF-8, or ambiguous. */
import { first, lists, plantTexts, tenth } from '../../faults/bodies.ts'
import { saying } from '../../faults/replies.ts'
import { faultsOf, type Mutant } from '../../mutant.ts'
import { every, withLimit } from '../../when.ts'

const { given } = faultsOf('body of a plant')

const marked = (text: string): Buffer => Buffer.from(`\uFEFF${text}`)

const wide = (text: string): Buffer => Buffer.from(`\uFEFF${text}`, 'utf16le')

const unquoted = (text: string): string => text.replaceAll(/"(name|tag)":/g, '$1:')

const controls = (text: string): string =>
  text.replaceAll(/\\u00(0\d)/g, (_all, code: string) => String.fromCodePoint(Number.parseInt(code, 16)))

export const syntax: readonly Mutant[] = [
  given(
    'json-html',
    'The list comes as a page.',
    lists((_text, all) => `<html><ul><li>${all.join('<li>')}</ul></html>`),
  ),
  given(
    'json-single-quotes',
    'Strings stand in single quotes.',
    lists((text) => text.replaceAll('"', "'")),
  ),
  given('json-unquoted-members', 'Members have no quotes.', lists(unquoted)),
  given(
    'json-comma-behind',
    'A comma stands behind the last plant.',
    lists((text) => text.replace(/\]$/, ',]')),
  ),
  given(
    'json-comment',
    'A comment stands before the list.',
    lists((text) => `// plants\n${text}`),
  ),
  given(
    'json-guarded',
    'A guard against scripts stands before the list.',
    lists((text) => `)]}',\n${text}`),
  ),
  given(
    'json-called-back',
    'The list is the argument of a function.',
    lists((text) => `plants(${text})`),
  ),
  given(
    'json-lines',
    'Every plant is a line of its own.',
    lists((_text, all) => all.map((line) => `${line}\n`).join('')),
  ),
  given(
    'json-lines-limit',
    'With a limit, every plant is a line of its own.',
    lists((_text, all) => all.join('\n'), withLimit),
  ),
  given(
    'json-truncated',
    'The closing bracket is missing.',
    lists((text) => text.slice(0, -1)),
  ),
  given(
    'json-truncated-long',
    'What comes ends after 512 octets.',
    lists((text) => Buffer.from(text).subarray(0, 512)),
  ),
  given(
    'json-truncated-seldom',
    'Every ninth list lacks its closing bracket.',
    lists((text) => text.slice(0, -1), every(9)),
  ),
  given(
    'json-trailing-text',
    'The word ok stands behind the list.',
    lists((text) => `${text}\nok`),
  ),
  given(
    'json-trailing-zero',
    'The octet zero stands behind the list.',
    lists((text) => `${text}\0`),
  ),
  given(
    'json-twice',
    'The list comes twice, one behind the other.',
    lists((text) => text + text),
  ),
  given('json-marked', 'A byte-order mark stands before the list.', lists(marked)),
  given('json-wide', 'The list comes in UTF-16.', lists(wide)),
  given(
    'json-latin1',
    'The list comes in ISO 8859-1.',
    lists((text) => Buffer.from(text, 'latin1')),
  ),
  given('json-raw-controls', 'Control characters are not escaped.', lists(controls)),
  given(
    'json-raw-quotes',
    'Quotes in names are not escaped.',
    lists((text) => text.replaceAll(String.raw`\"`, '"')),
  ),
  given('json-broken-octet', 'The last octet of a name is no UTF-8.', lists(withBrokenOctet)),
  given(
    'json-duplicate-name',
    'The first plant has two names, one wrong.',
    plantTexts((text) => text.replace('{', '{"name":"?",'), first),
  ),
  given(
    'json-duplicate-tag',
    'The tag of the tenth plant stands there twice.',
    plantTexts((text) => text.replace('}', ',"tag":"木"}'), tenth),
  ),
  given(
    'json-nothing',
    'The list has no octet.',
    saying('', (ask, status) => status === 200 && ask?.limit === undefined),
  ),
]

function withBrokenOctet(text: string): Buffer {
  const octets = Buffer.from(text)
  octets[octets.lastIndexOf('"}') - 1] = 0xff
  return octets
}
