/** Removes secrets from texts, however they are spelled there. */
import { type Credentials, isSought, nameSecrets } from './credentials.ts'
import { hasEscapes, type Reading, readEscaped, readPlain, type Stretch } from './reading.ts'
import { asWord, minLength } from './secrets.ts'

interface Sought {
  readonly token: string
  /** What is shown for all of it, and for a part of it. */
  readonly name: string
  readonly part: string
}

/**
 * A function that replaces every known secret by its name: `$TOKEN` for the first caller's token, `$TOKEN_2` for the
 * second's, and so on; see `nameSecrets`. It finds them percent-encoded, escaped as in JSON or HTML, in base64, in other
 * case, and where more than half of one was sent: services answer with such spellings of what they were sent, and these
 * give the secret away as well. So does the password in Basic credentials, which is found, too.
 */
export function redactSecrets(credentials: Credentials): (text: string) => string {
  // The longest first: one token may be the beginning of another.
  const secrets = nameSecrets(credentials)
    .secrets.filter((secret) => isSought(secret))
    .flatMap(({ name, spellings }) =>
      spellings.map((token, index): Sought => {
        const part = `[part of $${name}]`
        return { token, name: index === 0 ? `$${name}` : part, part }
      }),
    )
    .toSorted((one, other) => other.token.length - one.token.length)
  const wholes = secrets.flatMap((secret) => wholesOf(secret))
  const all = secrets.flatMap((secret) => wholesOf(secret).concat(partsOf(secret)))
  return (text) => {
    if (!hasEscapes(text)) return hideAll(text, all, readPlain)
    // What looks like an escape may be the beginning of a token, and the text between two escapes a part of one.
    const withoutWholes = hideAll(text, wholes, readPlain)
    return hideAll(hideAll(withoutWholes, all, readEscaped), all, readPlain)
  }
}

/** One way in which a text gives a token away, and what is shown instead. */
interface Spelling {
  readonly find: (reading: Reading) => readonly Stretch[]
  readonly name: string
}

function hideAll(text: string, spellings: readonly Spelling[], read: (text: string) => Reading): string {
  const hide = (reading: Reading, { find, name }: Spelling): Reading => {
    const stretches = find(reading)
    return stretches.length === 0 ? reading : read(cutOut(reading.text, reading.locate(stretches), name))
  }
  return spellings.reduce((reading, spelling) => hide(reading, spelling), read(text)).text
}

function wholesOf({ token, name }: Sought): readonly Spelling[] {
  if (token.length < minLength) return [{ find: ({ plain }) => wordsIn(plain, token), name }]
  return [token, ...base64Forms(token)].map((form) => ({ find: ({ plain }) => wholesIn(plain, form), name }))
}

const partsOf = ({ token, part }: Sought): readonly Spelling[] =>
  token.length < minLength ? [] : [{ find: partFinder(token), name: part }]

function wordsIn(text: string, token: string): readonly Stretch[] {
  return [...text.matchAll(asWord(token))].map(({ index }) => ({ from: index, to: index + token.length }))
}

const wholesIn = (text: string, form: string): readonly Stretch[] =>
  occurrences(text, form).map((from) => ({ from, to: from + form.length }))

/** What base64 contains wherever the token begins: its three alignments, in both alphabets, without their edges. */
function base64Forms(token: string): readonly string[] {
  const forms = [0, 1, 2].map((shift) => {
    const code = Buffer.from(`${'-'.repeat(shift)}${token}`, 'latin1').toString('base64')
    return code.slice(Math.ceil((shift * 8) / 6), Math.floor(((shift + token.length) * 8) / 6))
  })
  return [...new Set(forms.flatMap((form) => [form, form.replaceAll('+', '-').replaceAll('/', '_')]))]
}

/** Finds stretches of more than half of the token, in any case. */
function partFinder(token: string): Spelling['find'] {
  const folded = token.toLowerCase()
  const least = Math.max(minLength, Math.ceil(token.length / 2))
  // Every stretch of that length holds one of these pieces whole.
  const size = Math.floor((least + 1) / 2)
  const pieces = Array.from({ length: Math.floor(token.length / size) }, (_, index) => index * size)
  return ({ lower }) =>
    pieces
      .flatMap((at) =>
        occurrences(lower, folded.slice(at, at + size)).map((from) => grow(lower, folded, from, at)),
      )
      .filter(({ from, to }) => to - from >= least)
}

function occurrences(text: string, piece: string): readonly number[] {
  const found: number[] = []
  for (let at = text.indexOf(piece); at !== -1; at = text.indexOf(piece, at + 1)) found.push(at)
  return found
}

/** The whole stretch in which text and token agree, around a place where they do. */
function grow(text: string, token: string, place: number, placeInToken: number): Stretch {
  const shift = place - placeInToken
  let from = place
  while (from > Math.max(0, shift) && text[from - 1] === token[from - 1 - shift]) from -= 1
  let to = place
  while (to < text.length && text[to] === token[to - shift]) to += 1
  return { from, to }
}

function cutOut(text: string, stretches: readonly Stretch[], name: string): string {
  let rest = 0
  let redacted = ''
  for (const { from, to } of stretches.toSorted((one, other) => one.from - other.from)) {
    if (from >= rest) redacted += text.slice(rest, from) + name
    rest = Math.max(rest, to)
  }
  return redacted + text.slice(rest)
}
