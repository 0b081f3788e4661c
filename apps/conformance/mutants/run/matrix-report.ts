/** The kill matrix as a page: which check catches which mutant. */
import { writePage } from '../../src/report/html/page.ts'
import { seal } from '../../src/report/html/verdict-header.ts'
import { html, type Markup } from '../../src/report/markup.ts'
import { writeFiles } from '../../src/report/write-reports.ts'
import type { MatrixRow, MutantMatrix } from './matrix.ts'

/** Writes `mutants.json` and `mutants.html`. Rejects with a `ReportError`. */
export async function writeMatrix(directory: string, matrix: MutantMatrix): Promise<void> {
  await writeFiles(directory, {
    'mutants.json': () => `${JSON.stringify(matrix, undefined, 2)}\n`,
    'mutants.html': () => matrixReport(matrix),
  })
}

/** `mutants.html`. */
export function matrixReport(matrix: MutantMatrix): string {
  const wrong = findWrong(matrix.rows)
  const outcome = wrong.length === 0 ? 'conforms' : 'breaks'
  const title = titleOf(wrong, matrix.notReached)
  return writePage({
    title,
    header: html`<header class="top ${outcome}">
      <p class="kicker">Plant Store · the harness before the court</p>
      <h1>${seal(outcome)} ${title}</h1>
      <p class="summary">
        Servers that keep the contract but for one fault must be caught; correct ones must not be accused.
      </p>
    </header>`,
    content: matrixSection(matrix),
  })
}

function titleOf(wrong: readonly MatrixRow[], notReached: number): string {
  if (wrong.length === 0)
    return notReached > 0 ? 'Every mutant that was tried is caught' : 'Every mutant is caught'
  return wrong.some(({ breaks }) => breaks) ? 'Not every mutant is caught' : 'A correct server is accused'
}

function matrixSection({ checks, notReached, rows }: MutantMatrix): Markup {
  const mutants = rows.filter(({ breaks }) => breaks)
  const variants = rows.filter(({ breaks }) => !breaks)
  const caught = mutants.filter(({ caughtBy }) => caughtBy.length > 0).length
  const accused = variants.filter(({ caughtBy }) => caughtBy.length > 0).length
  const used = checks.filter((check) => mutants.some(({ caughtBy }) => caughtBy.includes(check)))
  const lone = new Set(mutants.flatMap(({ caughtBy }) => (caughtBy.length === 1 ? caughtBy : [])))
  return html`<section id="matrix">
    <h2>Mutants</h2>
    <p>
      ${caught} of ${mutants.length} servers with a fault were caught; ${accused} of ${variants.length}
      correct ones were accused.
      ${notReached > 0 ? `There was no time for ${notReached} more. ` : ''}${stockSentence(mutants)}
    </p>
    ${wrongList(findWrong(rows))}
    <div class="scroll" role="region" aria-label="Which check catches which mutant" tabindex="0">
      <table class="matrix">
        <thead>
          <tr>
            <th scope="col">Mutant</th>
            <th scope="col" class="number">ms</th>
            ${used.map((check) => html`<th scope="col" class="check"><span>${check}</span></th>`)}
          </tr>
        </thead>
        <tbody>
          ${rows.map((row) => tellRow(row, used))}
        </tbody>
      </table>
    </div>
    <h3>Checks that catch nothing others miss</h3>
    <p class="small">
      Each of these finds only what others find as well, or nothing:
      ${checks.filter((check) => !lone.has(check)).map((check, index) => html`${index > 0 ? ', ' : ''}<code>${check}</code>`)}.
    </p>
  </section>`
}

/** The servers that did not come out as they should. */
function findWrong(rows: readonly MatrixRow[]): readonly MatrixRow[] {
  return rows.filter(({ breaks, caughtBy }) => breaks === (caughtBy.length === 0))
}

const describeWrong = ({ breaks }: MatrixRow): string => (breaks ? 'survived' : 'accused')

function wrongList(rows: readonly MatrixRow[]): Markup | undefined {
  if (rows.length === 0) return undefined
  const items = rows.map(
    (row) => html`<li><b>${describeWrong(row)}</b> <code>${row.mutant}</code>: ${row.fault}</li>`,
  )
  return html`<ul class="wrong-list">
    ${items}
  </ul>`
}

function tellRow(row: MatrixRow, used: readonly string[]): Markup {
  const { mutant, fault, breaks, caughtBy, durationMs } = row
  const wrong = breaks === (caughtBy.length === 0)
  return html`<tr ${wrong ? html`class="wrong"` : undefined}>
    <th scope="row">
      <code>${mutant}</code>${wrong ? html` <b>${describeWrong(row)}</b>` : undefined}
      <small>${fault}</small>
    </th>
    <td class="number">${Math.round(durationMs).toLocaleString('en')}</td>
    ${used.map((check) => (caughtBy.includes(check) ? html`<td class="hit" title="${check}">●</td>` : html`<td></td>`))}
  </tr>`
}

/** How tools that know nothing of this contract beyond its schemas do on the same mutants. */
function stockSentence(mutants: readonly MatrixRow[]): string {
  const measured = mutants.flatMap(({ stock }) => (stock === undefined ? [] : [stock]))
  if (measured.length === 0) return ''
  const schemathesis = measured.filter((stock) => stock.schemathesis).length
  const prism = measured.filter((stock) => stock.prism).length
  return `On ${measured.length} of them, schemathesis alone caught ${schemathesis}, Prism as a proxy ${prism}.`
}
