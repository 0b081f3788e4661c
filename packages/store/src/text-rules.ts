/** What names, keys and tags may be. */
import { StoreError } from './store-error.ts'

/** The longest name of a user, group or token, and the longest key of a plant, in characters. */
export const maxNameLength = 200
/** The longest name or tag of a plant, in characters. */
export const maxPlantTextLength = 1000

// Cc: control characters. A name is compared, printed and logged; a line break in it would forge a line.
const control = /\p{Cc}/u

/** Why the text can't be a name of a user, group or token, or a key; undefined if it can. */
export function nameProblem(text: string): string | undefined {
  return (
    textProblem(text, maxNameLength) ?? (control.test(text) ? 'has a control character in it' : undefined)
  )
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

/** Throws `invalid` unless the text can be the name of `what`. */
export function requireName(what: string, name: string): void {
  const problem = nameProblem(name)
  if (problem !== undefined) {
    throw new StoreError(
      'invalid',
      `The name of the ${what}, ${JSON.stringify(name.slice(0, 50))}, ${problem}.`,
    )
  }
}
