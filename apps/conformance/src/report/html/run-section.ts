/** How the run went: the judges, and what was not seen. */
import type { JudgeReport, Verdict } from '../../court/verdict.ts'
import { showText } from '../show-octets.ts'
import { html, type Markup } from '../markup.ts'

export function runSection({ judges, unseen }: Verdict): Markup {
  return html`<section id="run">
    <h2>The run</h2>
    ${judges.length === 0 ? html`<p>No judge ran.</p>` : judgesTable(judges)}
    <h3>What it did not see</h3>
    ${
      unseen.length === 0
        ? html`<p>It saw everything that the contract declares.</p>`
        : html`<ul class="unseen-list">
            ${unseen.map((text) => html`<li>${text}</li>`)}
          </ul>`
    }
  </section>`
}

function judgesTable(judges: readonly JudgeReport[]): Markup {
  return html`<table class="judges">
    <thead>
      <tr>
        <th scope="col">Judge</th>
        <th scope="col" class="number">Requests</th>
        <th scope="col" class="number">Seconds</th>
        <th scope="col">Result</th>
      </tr>
    </thead>
    <tbody>
      ${judges.map(
        ({ name, exchanges, durationMs, notReached, failure }) =>
          html`<tr>
            <th scope="row">${name}</th>
            <td class="number">${exchanges.toLocaleString('en')}</td>
            <td class="number">${(durationMs / 1000).toFixed(1)}</td>
            <td>
              ${failure === undefined ? (notReached.length === 0 ? 'judged' : 'judged in part') : html`<span class="lame">could not judge: ${showText(failure)}</span>`}
            </td>
          </tr>`,
      )}
    </tbody>
  </table>`
}
