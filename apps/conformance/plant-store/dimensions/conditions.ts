/** Conditions: the tag of the requested list, in every place where a tag may stand, and all other tags. */
import { swapCase } from '@plant-store/raw-http'
import type { Field } from '../../src/exchange.ts'
import { opaqueTag } from '../../src/oracle/normalize-field.ts'
import { type Dimension, type Draft, fieldsFor, usual, type Value, writeDraft } from './draft.ts'
import type { Runner } from '../runner.ts'

/** Applied after everything that decides which list is requested, and whether a part of it is enough. */
export function conditions(runner: Runner): Dimension {
  const known = runner.knowledge.tags.slice(0, mostKnown)
  // Until the tag of the list is known, one that nobody has takes its place.
  const tagOf = (draft: Draft): string => runner.tagOf(writeDraft(runner, draft)) ?? '"nobody-has-this-one"'
  /** Lines of If-None-Match made from the tag of the list, with further fields. */
  const withTag = (write: (tag: string) => readonly string[], more: readonly Field[] = []): Value =>
    fieldsFor((draft) => [...write(tagOf(draft)).map((value): Field => ['If-None-Match', value]), ...more])
  const others = (tag: string): readonly string[] => known.filter((one) => one !== tag)
  return {
    name: 'condition',
    values: [
      usual,
      ...tagTexts.map((write) => withTag((tag) => [write(tag)])),
      withTag((tag) => ['"x"', tag]),
      withTag((tag) => [tag, '"x"']),
      ...known.map((tag) => withTag(() => [tag])),
      withTag((tag) => [[...others(tag), tag].join(', ')]),
      withTag((tag) => [[tag, ...others(tag)].join(', ')]),
      withTag((tag) => [others(tag).join(', ')]),
      ...oddTags.flatMap((odd) => [withTag(() => [odd]), withTag((tag) => [`${odd}, ${tag}`])]),
      // Asks for a range of the list that the tag names; a service never sends a range.
      fieldsFor((draft) => [
        ['Range', 'bytes=0-5'],
        ['If-Range', tagOf(draft)],
      ]),
      ...beside.flatMap((field) => [withTag((tag) => [tag], [field]), withTag(() => ['"x"'], [field])]),
    ],
  }
}

const inner = (tag: string): string => opaqueTag(tag).slice(1, -1)

/** This many short tags fill more than two thousand bytes. */
const many = 450

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
  (tag) => `${tag} ,\t"x"`,
  // Everything within one pair of quotes is one tag.
  (tag) => `"x,${inner(tag)},y"`,
  (tag) => `"x, ${inner(tag)}", "y"`,
  (tag) => `${'"x", '.repeat(many)}${tag}`,
  (tag) => `${tag}${', "x"'.repeat(many)}`,
  () => `${'"x", '.repeat(many)}"y"`,
  // Tags are case-sensitive.
  (tag) => swapCase(opaqueTag(tag)),
  ...['"x"', 'W/"x"', '"*"', '""', 'x', ''].map((text) => () => text),
]

/** At most this many known tags stand in one condition. */
const mostKnown = 40

/** In a tag a backslash stands for itself, and bytes beyond ASCII are allowed (RFC 9110, 8.8.3). */
const oddTags: readonly string[] = [
  '"x\\"',
  '"\u00E9"',
  `"${'x'.repeat(600)}"`,
  '"{x}"',
  '"\'"',
  '"W/"',
  '"--gzip"',
]

/** Fields that do not change the response to a condition by tag. */
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
