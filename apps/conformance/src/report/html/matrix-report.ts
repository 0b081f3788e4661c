/** The kill matrix as a page of its own. */
import type { KillMatrix } from '../../court/verdict.ts'
import { html } from './markup.ts'
import { findWrong, matrixSection } from './matrix-section.ts'
import { writePage } from './page.ts'
import { seal } from './verdict-header.ts'

/** `mutants.html`. */
export function matrixReport(matrix: KillMatrix): string {
  const wrong = findWrong(matrix)
  const outcome = wrong.length === 0 ? 'conforms' : 'breaks'
  const title = titleOf(wrong)
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

function titleOf(wrong: KillMatrix['rows']): string {
  if (wrong.length === 0) return 'Every mutant is caught'
  return wrong.some(({ breaks }) => breaks) ? 'Not every mutant is caught' : 'A correct server is accused'
}
