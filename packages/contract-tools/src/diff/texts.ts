/** The comparison of texts for people, of annotations, which promise nothing by themselves, and of names. */
import { show } from '../document/json.ts'
import { breaksConsumers, isHarmless, isOnlyText, type Change } from './change.ts'
import { isSame, type Pair, spotOf } from './members.ts'

/** Compares a text by paragraphs; line breaks do not count. `prepare` takes out what is compared elsewhere. */
export function compareText(
  { before, now }: Pair,
  prepare: (text: string) => string = (text) => text,
): readonly Change[] {
  const [old, present] = [before, now].map(({ value }) =>
    typeof value === 'string' ? paragraphsOf(prepare(value)) : [],
  )
  const gone = (old ?? []).filter((paragraph) => !(present ?? []).includes(paragraph))
  const come = (present ?? []).filter((paragraph) => !(old ?? []).includes(paragraph))
  return [
    ...gone.map((text) => textChange({ before, now }, `Gone: ${show(text)}`)),
    ...come.map((text) => textChange({ before, now }, `New: ${show(text)}`)),
  ]
}

/** A text has changed: only a reader can tell what it promises. */
const textChange = (pair: Pair, says: string): Change => isOnlyText({ says, spot: spotOf(pair) })

const paragraphsOf = (text: string): readonly string[] =>
  text
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.replaceAll(/\s+/g, ' ').trim())
    .filter((paragraph) => paragraph !== '')

/** Compares examples, comments, and external links. */
export const compareAnnotation = (pair: Pair): readonly Change[] =>
  isSame(pair)
    ? []
    : [
        isHarmless({
          says: `${pair.now.steps.at(-1) ?? ''} is different.`,
          why: 'It shows and explains, and promises nothing.',
          spot: spotOf(pair),
        }),
      ]

/** Compares a name that appears in generated code. */
export const compareName = (pair: Pair): readonly Change[] => {
  const [before, now] = [pair.before.value, pair.now.value].map((value) => show(value))
  if (before === now) return []
  return [
    breaksConsumers({
      says: `${pair.now.steps.at(-1)} is ${now}, was ${before}.`,
      why: 'The name appears in code generated from the contract.',
      spot: spotOf(pair),
    }),
  ]
}
