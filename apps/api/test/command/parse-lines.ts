/** What `--json` writes. */

/** The objects of the text, one a line. */
export function parseLines(text: string): readonly Record<string, unknown>[] {
  const lines = text.split('\n').filter((line) => line !== '')
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the tests assert each member they look at
  return lines.map((line) => JSON.parse(line) as Record<string, unknown>)
}
