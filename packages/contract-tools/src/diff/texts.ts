/** The comparison of texts for people, and of names in code generated from the contract. */
import { asSet } from './keywords.ts'
import { itemsOf, show } from '../document/json.ts'
import { adds, breaksConsumers, isOnlyText, type Change } from './change.ts'
import { type Pair, spotOf, valuesAs } from './members.ts'

/** Compares a text by paragraphs; line breaks do not count. `prepare` takes out what is compared elsewhere. */
export function compareText(
  pair: Pair,
  prepare: (text: string) => string = (text) => text,
): readonly Change[] {
  const [old, present] = valuesAs(pair, (value) =>
    typeof value === 'string' ? paragraphsOf(prepare(value)) : [],
  )
  const gone = old.filter((paragraph) => !present.includes(paragraph))
  const come = present.filter((paragraph) => !old.includes(paragraph))
  return [
    ...gone.map((text) => isOnlyText(spotOf(pair), `Gone: ${show(text)}`)),
    ...come.map((text) => isOnlyText(spotOf(pair), `New: ${show(text)}`)),
  ]
}

const paragraphsOf = (text: string): readonly string[] =>
  text
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.replaceAll(/\s+/g, ' ').trim())
    .filter((paragraph) => paragraph !== '')

/** Compares a name that appears in generated code, or a list of such names in any order. */
export const compareName = (pair: Pair): readonly Change[] => {
  const [before, now] = valuesAs(pair, (value) => show(Array.isArray(value) ? asSet(itemsOf(value)) : value))
  if (before === now) return []
  const says = `${spotOf(pair).steps.at(-1)} is ${now}, was ${before}.`
  return [breaksConsumers(spotOf(pair), says, 'The name appears in code generated from the contract.')]
}

/** Compares `deprecated`, wherever it stands. Absent means false. */
export function compareDeprecated(pair: Pair): readonly Change[] {
  const [before, now] = valuesAs(pair, (value) => value === true)
  if (before === now) return []
  const says = now ? 'It is deprecated.' : 'It is no longer deprecated.'
  return [adds(spotOf(pair), says, 'Nothing fails; tools begin or cease to warn.')]
}
