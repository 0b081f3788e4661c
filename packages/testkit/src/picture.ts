/** Pictures in documents: what a terminal shows, as SVG. */
import assert from 'node:assert/strict'
import { readFile, writeFile } from 'node:fs/promises'

const columns = 118
const [charWidth, lineHeight, margin] = [7.8, 19, 18]
/** Blanks before blanks would be left out. */
const escapeXml = (text: string): string =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll(/ (?= )|^ /g, '\u00A0')

/**
 * Asserts that the file has the picture of these lines, regardless of what `varying` matches; `UPDATE_DOCS=1` writes it. Lines
 * that begin with `$ ` are commands; what goes beyond 118 characters is cut.
 */
export async function expectPicture(file: string, shown: string, varying?: RegExp): Promise<void> {
  const picture = draw(shown.trimEnd().split('\n'))
  if (process.env['UPDATE_DOCS'] === '1') return writeFile(file, picture)
  const steady = (text: string): string => (varying === undefined ? text : text.replaceAll(varying, '?'))
  assert.equal(steady(await readFile(file, 'utf8')), steady(picture))
}

function draw(lines: readonly string[]): string {
  const [width, height] = [columns * charWidth + 2 * margin, lines.length * lineHeight + 2 * margin]
  const texts = lines.map((line, index) => {
    const text = line.length > columns ? `${line.slice(0, columns - 1)}…` : line
    const style = line.startsWith('$ ') ? ' fill="#fff" font-weight="bold"' : ''
    return `<text x="${margin}" y="${margin + (index + 0.75) * lineHeight}"${style}>${escapeXml(text)}</text>\n`
  })
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" role="img">
<rect width="100%" height="100%" rx="8" fill="#1b2129"/>
<g font-family="ui-monospace, Menlo, Consolas, monospace" font-size="13" fill="#c9d1d9">
${texts.join('')}</g>
</svg>
`
}
