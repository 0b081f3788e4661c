/** Parses what `--json` writes. */

/** Returns the objects of the text, one per line. */
export function parseLines(text: string): readonly Record<string, unknown>[] {
  const lines = text.split('\n').filter((line) => line !== '')
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the tests assert each member they look at
  return lines.map((line) => JSON.parse(line) as Record<string, unknown>)
}
