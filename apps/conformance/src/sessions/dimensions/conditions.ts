/** Conditions: the tag of the requested list, in every place where a tag may stand, and all other tags. */
import { swapCase } from '@plant-store/raw-http'
import type { Field } from '../../exchange.ts'
import { opaqueTag } from '../../oracle/normalize-field.ts'
import {
  type Dimension,
  type Draft,
  fields,
  fieldsFor,
  type Setting,
  usual,
  type Value,
  writeDraft,
} from './draft.ts'

/** Applied after everything that decides which list is requested, and whether a part of it is enough. */
export function conditions(place: Setting): Dimension {
  const known = place.runner.knowledge.tags.slice(0, mostKnown)
  const named = tagTexts.map((write) => withTag(place, (tag) => [write(tag)]))
  return {
    name: 'condition',
    values: [
      usual,
      ...named,
      withTag(place, (tag) => ['"x"', tag]),
      withTag(place, (tag) => [tag, '"x"']),
      withTag(place, (tag) => [`${'"x", '.repeat(many)}${tag}`]),
      ...others.map((text) => fields(['If-None-Match', text])),
      ...known.map((tag) => fields(['If-None-Match', tag])),
      withTag(place, (tag) => [[...known.filter((one) => one !== tag), tag].join(', ')]),
      withTag(place, (tag) => [[tag, ...known.filter((one) => one !== tag)].join(', ')]),
      withTag(place, (tag) => [known.filter((one) => one !== tag).join(', ')]),
      withTag(place, (tag) => [`${tag}${', "x"'.repeat(many)}`]),
      withTag(place, (tag) => [`${'"x", '.repeat(many / 2)}${tag}${', "x"'.repeat(many / 2)}`]),
      // Tags are case-sensitive.
      withTag(place, (tag) => [swapCase(opaqueTag(tag))]),
      ...oddTags.flatMap((odd) => [
        fields(['If-None-Match', odd]),
        withTag(place, (tag) => [`${odd}, ${tag}`]),
      ]),
      inPart(place),
      ...beside.flatMap((field) => [
        withTag(place, (tag) => [tag], [field]),
        fields(['If-None-Match', '"x"'], field),
      ]),
    ],
  }
}

/** Values of If-None-Match made from the tag of the list; until that is known, from one that nobody has. */
const withTag = (
  place: Setting,
  valuesFor: (tag: string) => readonly string[],
  more: readonly Field[] = [],
): Value =>
  fieldsFor((draft) => [
    ...valuesFor(tagOf(place, draft)).map((value): Field => ['If-None-Match', value]),
    ...more,
  ])

/** Asks for a range of the list that the tag names; a service never sends a range. */
const inPart = (place: Setting): Value =>
  fieldsFor((draft) => [
    ['Range', 'bytes=0-5'],
    ['If-Range', tagOf(place, draft)],
  ])

const tagOf = (place: Setting, draft: Draft): string =>
  place.runner.tagOf(writeDraft(place, draft)) ?? '"nobody-has-this-one"'

const inner = (tag: string): string => opaqueTag(tag).slice(1, -1)

const tagTexts: readonly ((tag: string) => string)[] = [
  (tag) => tag,
  () => '*',
  (tag) => `"x", ${tag}`,
  (tag) => `${tag},"x"`,
  (tag) => `W/"x",  W/${opaqueTag(tag)}`,
  (tag) => `"x${inner(tag)}"`,
  (tag) => `"${inner(tag)}x"`,
  (tag) => `"${inner(tag).slice(0, -1)}"`,
  inner,
  // A list may have empty elements, and both spaces and tabs (RFC 9110, 5.6.1).
  (tag) => `"x", , ${tag},`,
  (tag) => `"x",\t${tag}\t`,
  (tag) => `"x" , ${tag}`,
  (tag) => `${tag} ,\t"x"`,
  // Everything within one pair of quotes is one tag.
  (tag) => `"x,${inner(tag)},y"`,
  (tag) => `"x, ${inner(tag)}", "y"`,
]

/** At most this many known tags stand in one condition. */
const mostKnown = 40

/** This many short tags fill more than two thousand octets. */
const many = 450

const others: readonly string[] = ['"x"', 'W/"x"', '"*"', '""', 'x', '', `${'"x", '.repeat(many)}"y"`]

/** In a tag a backslash stands for itself, and octets beyond ASCII are allowed (RFC 9110, 8.8.3). */
const oddTags: readonly string[] = [
  '"x\\"',
  '"\u00E9"',
  `"${'x'.repeat(600)}"`,
  '"{x}"',
  '"\'"',
  '"W/"',
  '"--gzip"',
]

/** Fields that do not change the answer to a condition by tag. */
const beside: readonly Field[] = [
  ['Cache-Control', 'no-cache'],
  ['Cache-Control', 'max-age=0'],
  ['Pragma', 'no-cache'],
  ['If-Modified-Since', 'Thu, 01 Jan 1970 00:00:00 GMT'],
  ['If-Modified-Since', 'Fri, 31 Dec 2100 00:00:00 GMT'],
  ['If-Unmodified-Since', 'Fri, 31 Dec 2100 00:00:00 GMT'],
  ['If-Match', '*'],
  ['Range', 'bytes=0-'],
  ['Accept-Encoding', 'identity'],
]
