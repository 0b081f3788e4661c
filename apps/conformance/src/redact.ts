/** Takes tokens out of everything that leaves the harness. */

/** Shorter tokens are only recognised as whole words: `a` stands in every text. */
const minLength = 8

interface Secret {
  readonly token: string
  readonly name: string
}

/**
 * A function that replaces every known token by its name: `$TOKEN` for the first caller, `$TOKEN_2` for the second,
 * `$REFUSED_TOKEN` and so on for those that must be refused. It finds them percent-encoded, in base64, in other case,
 * and where more than half of one was sent: judges send such spellings, and they give the token away as well.
 */
export function redactTokens(
  tokens: readonly string[],
  refused: readonly string[] = [],
): (text: string) => string {
  // The longest first: one token may be the beginning of another.
  const hiders = [...nameAll(tokens, '$TOKEN'), ...nameAll(refused, '$REFUSED_TOKEN')]
    .filter(({ token }) => token !== '')
    .toSorted((one, other) => other.token.length - one.token.length)
    .map((secret) => hiderOf(secret))
  return (text) => hiders.reduce((redacted, hide) => hide(redacted), text)
}

function nameAll(tokens: readonly string[], name: string): Secret[] {
  return tokens.map((token, index) => ({ token, name: index === 0 ? name : `${name}_${index + 1}` }))
}

type Hide = (text: string) => string

function hiderOf(secret: Secret): Hide {
  const { token, name } = secret
  if (token.length < minLength) {
    const word = new RegExp(`(?<![A-Za-z0-9])${spellings(token)}(?![A-Za-z0-9])`, 'g')
    return (text) => text.replaceAll(word, () => name)
  }
  const encoded = new RegExp(spellings(token), 'g')
  const codes = base64Forms(token)
  const hidePart = partHider(secret)
  return (text) => {
    const plain = text.replaceAll(token, () => name)
    const decoded = plain.includes('%') ? plain.replaceAll(encoded, () => name) : plain
    return hidePart(codes.reduce((hidden, code) => hidden.replaceAll(code, () => name), decoded))
  }
}

/** Each character as it is or as its percent code. */
function spellings(token: string): string {
  return [...Buffer.from(token, 'latin1')]
    .map((octet) => {
      const hex = octet.toString(16).padStart(2, '0')
      return `(?:\\x${hex}|%${hex.replaceAll(/[a-f]/g, (digit) => `[${digit}${digit.toUpperCase()}]`)})`
    })
    .join('')
}

/** What stands in base64 wherever the token begins: its three alignments, in both alphabets, without their edges. */
function base64Forms(token: string): readonly string[] {
  const forms = [0, 1, 2].map((shift) => {
    const code = Buffer.from(`${'-'.repeat(shift)}${token}`, 'latin1').toString('base64')
    return code.slice(Math.ceil((shift * 8) / 6), Math.floor(((shift + token.length) * 8) / 6))
  })
  return [...new Set(forms.flatMap((form) => [form, form.replaceAll('+', '-').replaceAll('/', '_')]))]
}

/** Hides stretches of more than half of the token, in any case. */
function partHider({ token, name }: Secret): Hide {
  const folded = token.toLowerCase()
  const least = Math.max(minLength, Math.ceil(token.length / 2))
  // Every stretch of that length holds one of these pieces whole.
  const size = Math.floor((least + 1) / 2)
  const pieces = Array.from({ length: Math.floor(token.length / size) }, (_, index) => index * size)
  return (text) => {
    const lower = fold(text)
    const stretches = pieces
      .flatMap((at) =>
        occurrences(lower, folded.slice(at, at + size)).map((from) => grow(lower, folded, from, at)),
      )
      .filter(({ from, to }) => to - from >= least)
    return cutOut(text, stretches, `[part of ${name}]`)
  }
}

/** Lower case, each character in its place: İ alone gets longer. */
const fold = (text: string): string => text.replaceAll('İ', 'i').toLowerCase()

function occurrences(text: string, piece: string): readonly number[] {
  const found: number[] = []
  for (let at = text.indexOf(piece); at !== -1; at = text.indexOf(piece, at + 1)) found.push(at)
  return found
}

interface Stretch {
  readonly from: number
  readonly to: number
}

/** How far text and token agree around a place where they do. */
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
