/** A query as the contract reads it: parameters set apart by `&`, each percent-decoded, `+` for a space. */

export interface Parameter {
  readonly name: string
  readonly value: string
  /** Whether a percent code stood in it. */
  readonly isEncoded: boolean
}

/** What was read last: a request is analysed with and without its condition. Reading took a third of making requests. */
let last: { readonly query: string; readonly parameters: readonly Parameter[] } | undefined

/** The parameters, in their order. Empty ones, as in `?&&`, are none. */
export function readQuery(query: string): readonly Parameter[] {
  if (last?.query !== query) last = { query, parameters: readParameters(query) }
  return last.parameters
}

function readParameters(query: string): readonly Parameter[] {
  // Some queries have one of them a thousand times: it is read once.
  const read = new Map<string, Parameter>()
  return query
    .split('&')
    .filter((text) => text !== '')
    .map((text) => {
      const parameter = read.get(text) ?? readParameter(text)
      read.set(text, parameter)
      return parameter
    })
}

function readParameter(text: string): Parameter {
  const at = text.indexOf('=')
  const [name, value] = at === -1 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)]
  return { name: decode(name), value: decode(value), isEncoded: text.includes('%') }
}

/** A code that is none stands for itself; octets that are no UTF-8 become U+FFFD, which no digit is. */
function decode(text: string): string {
  // Most names and values mean what they say.
  if (/^[!-$&-*,-~]*$/.test(text)) return text
  const octets = text
    .replaceAll('+', ' ')
    .replaceAll(/%([\da-f]{2})/gi, (_, hex: string) => String.fromCodePoint(Number.parseInt(hex, 16)))
  return Buffer.from(octets, 'latin1').toString('utf8')
}
