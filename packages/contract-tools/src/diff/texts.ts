/** Texts for people, and what else promises nothing by itself. */
import { isHarmless, isOnlyText, type Change } from './change.ts'
import { brief, isSame, type Pair, spotOf } from './members.ts'

/** A text, paragraph by paragraph; how its lines are broken does not count. */
export function compareText(
  pair: Pair,
  isLeftOut: (paragraph: string) => boolean = () => false,
): readonly Change[] {
  const [before, now] = [pair.before, pair.now].map(({ value }) =>
    typeof value === 'string' ? paragraphsOf(value).filter((paragraph) => !isLeftOut(paragraph)) : [],
  )
  const gone = (before ?? []).filter((paragraph) => !(now ?? []).includes(paragraph))
  const come = (now ?? []).filter((paragraph) => !(before ?? []).includes(paragraph))
  return [
    ...gone.map((text) => textChange(pair, `Gone: ${brief(text)}`)),
    ...come.map((text) => textChange(pair, `New: ${brief(text)}`)),
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
