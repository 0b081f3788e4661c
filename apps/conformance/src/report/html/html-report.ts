/** The report of a check as a page that needs nothing else: no network, no fonts, no scripts. */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { headingOf, isPartial, type CheckerReport, type Verdict } from '../../run/verdict.ts'
import { describeBudget } from '../../subject.ts'
import { describeEntry } from '../describe-verdict.ts'
import { html, Markup, type Part } from '../markup.ts'
import { describeStates } from '../parts.ts'
import { showText } from '../show-bytes.ts'
import { failuresSection } from './failures-section.ts'
import { rulesSection } from './rules-section.ts'

/** `report.html`. */
export function htmlReport(verdict: Verdict): string {
  const style = readFileSync(new URL('page.css', import.meta.url), 'utf8')
  // The browser uses this style and no other.
  const own = createHash('sha256').update(style).digest('base64')
  const policy = `default-src 'none'; style-src 'sha256-${own}'; img-src data:; base-uri 'none'; form-action 'none'`
  const page = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta http-equiv="Content-Security-Policy" content="${policy}" />
        <link rel="icon" href="data:," />
        <title>${headingOf(verdict)} · ${verdict.subject.url}</title>
        ${new Markup(`<style>${style}</style>`)}
      </head>
      <body>
        <a class="skip" href="#content">Skip to the results</a>
        ${verdictHeader(verdict)}
        <main id="content" tabindex="-1">
          ${failuresSection(verdict)} ${knownSection(verdict)} ${rulesSection(verdict)} ${runSection(verdict)}
        </main>
        <footer>
          ${verdict.contract.name}, version ${verdict.contract.version}. Tokens are shown by name: $TOKEN is
          the first caller’s.
        </footer>
      </body>
    </html>`
  return `${page.text}\n`
}

/** The verdict at a glance, and what it is about. */
function verdictHeader(verdict: Verdict): Markup {
  const { outcome, summary, evidence, failures, subject, startedAt, durationMs, checkers } = verdict
  const requests = checkers.reduce((sum, { exchanges }) => sum + exchanges, 0)
  const rows: readonly (readonly [string, Part])[] = [
    ['Service', html`<code>${subject.url}</code>`],
    ['Checked by', subject.only === 'given' ? 'the given contract alone' : 'the whole contract'],
    ['Rules', describeStates(evidence)],
    ['Known', `${subject.callers} accepted tokens, ${subject.refusedTokens} to refuse`],
    ['Requests', `${requests.toLocaleString('en')} in ${seconds(durationMs)} s`],
    ['Budget and seed', `${describeBudget(subject)}, ${subject.seed}`],
    ['When', `${startedAt.toISOString().slice(0, 16).replace('T', ' ')} UTC`],
  ]
  return html`<header>
    <p class="small">Conformance report</p>
    <h1 class="${outcome === 'conforms' && isPartial(verdict) ? 'inconclusive' : outcome}">
      ${headingOf(verdict)}
    </h1>
    <p>${summary}</p>
    <table>
      ${rows.map(
        ([name, value]) =>
          html`<tr>
            <th scope="row">${name}</th>
            <td>${value}</td>
          </tr>`,
      )}
    </table>
    <nav aria-label="On this page">
      ${failures.length === 0 ? undefined : html`<a href="#failures">Failures</a>`}
      <a href="#contract">Sentence by sentence</a>
      <a href="#run">The run</a>
    </nav>
  </header>`
}

/** What the baseline accepts, with its reasons, and which of its entries do nothing. */
function knownSection({ known, stale }: Verdict): Markup | undefined {
  const lines = [...known.map((one) => describeEntry(one)), ...stale]
  return lines.length === 0
    ? undefined
    : html`<section id="known">
        <h2>Known failures</h2>
        <ul>
          ${lines.map((line) => html`<li>${showText(line)}</li>`)}
        </ul>
      </section>`
}

/** How the run went: the checkers, and what was not seen. */
function runSection({ checkers, untriedValues, unseen }: Verdict): Markup {
  return html`<section id="run">
    <h2>The run</h2>
    <table>
      <thead>
        <tr>
          ${['Checker', 'Requests', 'Seconds', 'Result'].map((title) => html`<th scope="col">${title}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${checkers.map((checker) => checkerRow(checker))}
      </tbody>
    </table>
    <h3>What it did not see</h3>
    <ul>
      ${unseen.map((text) => html`<li>${text}</li>`)}
    </ul>
    ${
      untriedValues.length === 0
        ? ''
        : html`<h3>Values that it did not try</h3>
            <ul>
              ${untriedValues.map((text) => html`<li>${text}</li>`)}
            </ul>`
    }
  </section>`
}

function checkerRow({ name, exchanges, durationMs, notReached, failure }: CheckerReport): Markup {
  const result = notReached.length === 0 ? 'checked' : 'checked in part'
  return html`<tr>
    <th scope="row">${name}</th>
    <td>${exchanges.toLocaleString('en')}</td>
    <td>${seconds(durationMs)}</td>
    ${
      failure === undefined
        ? html`<td>${result}</td>`
        : html`<td class="inconclusive">could not check: ${showText(failure)}</td>`
    }
  </tr>`
}

const seconds = (milliseconds: number): string => (milliseconds / 1000).toFixed(1)
