/** Texts as findings quote them. */
import type { RawResponse } from './exchange.ts'

/** In characters. */
const usualLength = 120

/** Two texts that differ, as reports quote them: from shortly before the first difference, if that is far into them. */
export function quoteApart(one: string, other: string): readonly [string, string] {
  let at = 0
  while (at < one.length && one[at] === other[at]) at += 1
  const from = at < usualLength - 30 ? 0 : at - 20
  const told = (text: string): string =>
    from === 0 ? quote(text) : `${quote(text.slice(from))} from character ${from + 1} on`
  return [told(one), told(other)]
}

/** A text on one line; only its beginning if it is long. */
export function quote(text: string, maxLength = usualLength): string {
  const line = JSON.stringify(text.slice(0, maxLength))
  return text.length > maxLength ? `${line} and ${text.length - maxLength} more` : line
}

/** The status, with the beginning of the content. */
export const tell = ({ status, body }: RawResponse): string =>
  body.length === 0 ? String(status) : `${status} with ${quote(body.toString('utf8'), 80)}`
