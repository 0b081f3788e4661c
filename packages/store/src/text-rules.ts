/** The rules for names, keys and tags. */
import { StoreError } from './store-error.ts'
import type { PlantChange } from './store.ts'

/** The longest name of a user, group or token, and the longest key of a plant, in characters. */
export const maxNameLength = 200
/** The longest name or tag of a plant, in characters. */
export const maxPlantTextLength = 1000

// Names are compared, printed and logged. A line break in one would forge a line; a character that changes the
// direction of writing would show the text after it in another order.
const control = /\p{Cc}/u
const direction = /\p{Bidi_Control}/u
// All of these are invisible: spaces of any script, characters that only shape their neighbours, an empty braille cell.
const blank = /^[\p{White_Space}\p{Default_Ignorable_Code_Point}\u2800]+$/u

/** Why the text can't be a name of a user, group or token, or a key; undefined if it can. */
export function nameProblem(text: string): string | undefined {
  const problem = referenceProblem(text)
  if (problem !== undefined) return problem
  if (control.test(text)) return 'has a control character in it'
  if (direction.test(text)) return 'has a character in it that changes the direction of writing'
  return blank.test(text) ? 'is blank' : undefined
}

/** Why nothing can have this name or key, whatever its characters; undefined if something may. */
export function referenceProblem(text: string): string | undefined {
  return textProblem(text, maxNameLength)
}

/** The single form in which names of users, groups and tokens are stored: NFC (Unicode Standard Annex 15). */
export function normalizeName(name: string): string {
  return name.normalize('NFC')
}

/** Why the text can't be a plant's name or tag; undefined if it can. */
export function plantTextProblem(text: string): string | undefined {
  return textProblem(text, maxPlantTextLength)
}

function textProblem(text: string, maxLength: number): string | undefined {
  if (text === '') return 'is empty'
  // A character takes one or two UTF-16 units: most texts needn't be counted.
  if (text.length > maxLength && !new RegExp(`^.{1,${maxLength}}$`, 'su').test(text)) {
    return `is longer than ${maxLength} characters`
  }
  if (!text.isWellFormed()) return 'has an unpaired surrogate in it'
  return text.includes('\0') ? 'has a NUL character in it' : undefined
}

/** Returns the name in its stored form. Throws `invalid` unless it can be the name of `what`. */
export function requireName(what: string, name: string): string {
  const problem = nameProblem(name)
  if (problem === undefined) return normalizeName(name)
  throw new StoreError(
    'invalid',
    `The name of the ${what}, ${JSON.stringify(name.slice(0, 50))}, ${problem}.`,
  )
}

/** Throws `invalid` unless each given text is allowed in its place. */
export function requirePlantTexts(given: PlantChange & { readonly key?: string | undefined }): void {
  for (const [what, text] of Object.entries(given)) {
    if (typeof text !== 'string') continue
    const problem = what === 'key' ? nameProblem(text) : plantTextProblem(text)
    if (problem !== undefined) throw new StoreError('invalid', `The ${what} of the plant ${problem}.`)
  }
}
