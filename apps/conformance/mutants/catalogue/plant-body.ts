/** Class 1: the body of a plant. */
import { first, last, names, plants, plantWith, tenth, texts } from '../faults/bodies.ts'
import { type Change, type Faults } from '../mutant.ts'
import { by, limited } from '../triggers.ts'

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
}

export const completed: Faults = {
  'extra-id: Every plant shows its id.': plants((plant) => ({ id: 7, ...plant })),
  'extra-id-last: The last plant shows its id.': plantWith(() => ({ id: 7 }), last),
  'extra-owner-limit: With a limit, the first plant shows who sees it.': [plantWith(() => ({ seenBy: ['ana', 'ben'] }), first), limited],
  'extra-null: Plants without a tag have a member description, which is null.': plantWith(({ tag }) =>
    tag === undefined ? { description: null } : {},
  ),
}
