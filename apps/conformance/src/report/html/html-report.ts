/** The report of a check as a page that needs nothing else: no network, no fonts, no scripts. */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { Exchange } from '../../exchange.ts'
import type { Finding } from '../../run/checker.ts'
import { describeStates, type Evidence, partsOf, type Verdict } from '../../run/verdict.ts'
import { checkersOf, describeKnown, describeRun } from '../describe-verdict.ts'
import { html, Markup } from '../markup.ts'
import { showInBrief, showRequest, showResponse, showText } from '../show-exchange.ts'

/** `report.html`. */
export function htmlReport(verdict: Verdict): string {
  const { shown, summary, contract, startedAt, subject, untriedValues, unseen } = verdict
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
        <title>Conformance of ${subject.url}</title>
        ${new Markup(`<style>${style}</style>`)}
      </head>
      <body>
        <header>
          <p class="small">
            Conformance report, ${startedAt.toISOString().slice(0, 16).replace('T', ' ')} UTC
          </p>
          <h1 class="${shown}">${summary}</h1>
          <p class="small">${describeRun(verdict)}</p>
        </header>
        <main>
          ${failuresSection(verdict)} ${listed('Known failures', describeKnown(verdict))}
          ${rulesSection(verdict)} ${listed('The checkers', describeCheckers(verdict))}
          ${listed('What the run did not see', unseen)} ${listed('Values not tried', untriedValues)}
        </main>
        <footer>
          ${contract.name}, version ${contract.version}. Tokens are shown by name: $TOKEN is the first
          caller’s.
        </footer>
      </body>
    </html>`
  return `${page.text}\n`
}

/** What is broken: each cause once, with the request that shows it. */
const failuresSection = ({ failures }: Verdict): Markup | undefined =>
  failures.length === 0
    ? undefined
    : html`<section>
        <h2>${failures.length === 1 ? 'One failure' : `${failures.length} failures`}</h2>
        ${failures.map(
          ({ headline, rules, findings, place }) =>
            html`<article>
              <h3>${headline}</h3>
              ${findings.slice(0, 1).map((first) => describeFinding(first))}
              <p class="small">
                Broken: ${rules.join(', ')}; found by ${checkersOf(findings)}, ${findings.length}×. The
                contract says so in ${place}.
              </p>
            </article>`,
        )}
      </section>`

function describeFinding({ came, due, curl, exchange }: Finding): Markup {
  return html`<dl class="claim">
      <dt>Got</dt>
      <dd class="came">${showText(came, 'lines')}</dd>
      <dt>Expected</dt>
      <dd>${showText(due, 'lines')}</dd>
    </dl>
    ${figure('Repeat it', showText(curl, 'lines'))}
    ${exchange && describeExchange('Request and response', exchange)}`
}

const describeExchange = (caption: string | Markup, { request, response }: Exchange): Markup =>
  figure(caption, showRequest(request), showResponse(response))

const figure = (caption: string | Markup, ...texts: readonly string[]): Markup =>
  html`<figure>
    <figcaption>${caption}</figcaption>
    ${texts.map((text) => html`<pre>${text}</pre>`)}
  </figure>`

/** How a state is shown: with a CSS class of the page, and a mark. */
const states = {
  broken: ['broken', '✕'],
  known: ['unseen', '!'],
  kept: ['kept', '✓'],
  'not seen': ['unseen', '–'],
} as const

/** The contract, part by part, one line per sentence, each with what was seen of it. */
const rulesSection = ({ evidence }: Verdict): Markup =>
  html`<section>
    <h2>The contract, sentence by sentence</h2>
    ${partsOf(evidence).map(
      (part) =>
        html`<h3>${part.title} <span class="small">${describeStates(part.evidence)}</span></h3>
          ${part.evidence.map((one) => sentence(one))}`,
    )}
  </section>`

function sentence(evidence: Evidence): Markup {
  const { rule, place, state, inconclusive, examples } = evidence
  const [style, mark] = states[state]
  return html`<details class="rule ${style}">
    <summary>
      <span class="evidence small">${describeEvidence(evidence)}</span>
      <span class="mark" aria-hidden="true">${mark}</span>
      <span class="hidden">${state}: </span>${rule.sentence}
    </summary>
    <div class="inside">
      <p class="small">
        <code>${rule.id}</code> · ${rule.origin === 'given' ? 'given' : 'completed by us'} · ${rule.layer} ·
        <code>${place}</code>${rule.source === undefined || place === rule.source ? '' : ` · ${rule.source}`}
      </p>
      ${inconclusive.map((reason) => html`<p>${reason}</p>`)}
      ${examples.map((example) => describeExchange(html`<code>${showInBrief(example)}</code>`, example))}
    </div>
  </details>`
}

/** How often the service broke the rule, and kept it: by its responses, or by refusals if the rule forbids. */
function describeEvidence({ kept, refused, findings }: Evidence): string {
  const counts = { broken: findings.length, [refused === undefined ? 'kept' : 'refused']: refused ?? kept }
  return Object.entries(counts)
    .filter(([, count]) => count > 0)
    .map(([word, count]) => `${word} ${count.toLocaleString('en')}×`)
    .join(' · ')
}

const describeCheckers = ({ checkers }: Verdict): readonly string[] =>
  checkers.map(({ name, exchanges, durationMs, notReached, failure }) => {
    const result = failure ?? (notReached.length === 0 ? 'checked' : 'checked in part')
    return `${name}: ${exchanges.toLocaleString('en')} requests in ${(durationMs / 1000).toFixed(1)} s: ${result}`
  })

/** A section, where there is something to tell. */
const listed = (title: string, lines: readonly string[]): Markup | undefined =>
  lines.length === 0
    ? undefined
    : html`<section>
        <h2>${title}</h2>
        <ul>
          ${lines.map((line) => html`<li>${showText(line)}</li>`)}
        </ul>
      </section>`
