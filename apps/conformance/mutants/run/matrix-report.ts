/** The kill matrix as a page: which check catches which mutant. */
import { writePage } from '../../src/report/html/page.ts'
import { seal } from '../../src/report/html/verdict-header.ts'
import { html, type Markup } from '../../src/report/markup.ts'
import { writeFiles } from '../../src/report/write-reports.ts'
import type { Verdict } from '../../src/court/verdict.ts'
import { type MatrixRow, type MutantMatrix, verdictOn } from './matrix.ts'

/** Writes `mutants.json` and `mutants.html`. Rejects with a `ReportError`. */
export async function writeMatrix(directory: string, matrix: MutantMatrix): Promise<void> {
  await writeFiles(directory, {
    'mutants.json': () => `${JSON.stringify(matrix, undefined, 2)}\n`,
    'mutants.html': () => matrixReport(matrix),
  })
}

/** `mutants.html`. */
export function matrixReport(matrix: MutantMatrix): string {
  const wrong = matrix.rows.filter(({ isFine }) => !isFine)
  const [outcome, title] = concludeFrom(wrong, matrix.notReached)
  return writePage({
    title,
    header: html`<header class="top ${outcome}">
      <p class="kicker">Plant Store · the harness before the court</p>
      <h1>${seal(outcome)} ${title}</h1>
      <p class="summary">
        Servers that keep the contract but for one fault must be caught; correct ones must not be accused.
      </p>
    </header>`,
    content: matrixSection(matrix, wrong),
  })
}

/** The verdict on the harness, and the title of the page. */
function concludeFrom(
  wrong: readonly MatrixRow[],
  notReached: number,
): readonly [Verdict['outcome'], title: string] {
  const verdicts = new Set(wrong.map((row) => verdictOn(row)))
  if (verdicts.has('survived')) return ['breaks', 'Not every mutant is caught']
  if (verdicts.has('accused')) return ['breaks', 'A correct server is accused']
  if (verdicts.has('unjudged')) return ['unjudged', 'A correct server could not be judged']
  return ['conforms', notReached > 0 ? 'Every mutant that was tried is caught' : 'Every mutant is caught']
}

function matrixSection({ checks, notReached, rows }: MutantMatrix, wrong: readonly MatrixRow[]): Markup {
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
    ${wrongList(wrong)}
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

function wrongList(rows: readonly MatrixRow[]): Markup | undefined {
  if (rows.length === 0) return undefined
  const items = rows.map(
    (row) => html`<li><b>${verdictOn(row)}</b> <code>${row.mutant}</code>: ${row.fault}</li>`,
  )
  return html`<ul class="wrong-list">
    ${items}
  </ul>`
}

function tellRow(row: MatrixRow, used: readonly string[]): Markup {
  const { mutant, fault, isFine, caughtBy, durationMs } = row
  return html`<tr ${isFine ? undefined : html`class="wrong"`}>
    <th scope="row">
      <code>${mutant}</code>${isFine ? undefined : html` <b>${verdictOn(row)}</b>`}
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
