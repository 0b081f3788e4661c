/** Texts for people, what else promises nothing by itself, and names. */
import { show } from '../document/json.ts'
import { breaksConsumers, isHarmless, isOnlyText, type Change } from './change.ts'
import { isSame, type Pair, spotOf } from './members.ts'

/** A text, paragraph by paragraph; how its lines are broken does not count. `prepare` takes out what others compare. */
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

/** A text that is different: what it promises, only a reader can tell. */
const textChange = (pair: Pair, says: string): Change => isOnlyText({ says, spot: spotOf(pair) })

const paragraphsOf = (text: string): readonly string[] =>
  text
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.replaceAll(/\s+/g, ' ').trim())
    .filter((paragraph) => paragraph !== '')

/** Examples, comments, links to elsewhere. */
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

/** A name that generated code carries. */
export const compareName = (pair: Pair): readonly Change[] => {
  const [before, now] = [pair.before.value, pair.now.value].map((value) => show(value))
  if (before === now) return []
  return [
    breaksConsumers({
      says: `${pair.now.steps.at(-1)} is ${now}, was ${before}.`,
      why: 'Code generated from the contract carries the name.',
      spot: spotOf(pair),
    }),
  ]
}
