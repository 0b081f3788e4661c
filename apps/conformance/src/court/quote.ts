/** Texts as findings quote them. */

/** Two texts that differ, as reports quote them: from shortly before the first difference, if that is far into them. */
export function quoteApart(one: string, other: string, maxLength = 120): readonly [string, string] {
  let at = 0
  while (at < one.length && one[at] === other[at]) at += 1
  const from = at < maxLength - 30 ? 0 : at - 20
  const tell = (text: string): string =>
    from === 0
      ? quote(text, maxLength)
      : `${quote(text.slice(from), maxLength)} from character ${from + 1} on`
  return [tell(one), tell(other)]
}

/** A text on one line; only its beginning if it is long. */
export function quote(text: string, maxLength = 120): string {
  const line = JSON.stringify(text.slice(0, maxLength))
  return text.length > maxLength ? `${line} and ${text.length - maxLength} more` : line
}
