/** What is broken: each cause once, with the request that shows it. */
import { type Contract, contractPath } from '../../contract/contract-lines.ts'
import type { Finding } from '../../court/judge.ts'
import { type Failure, linesOf, type Verdict } from '../../court/verdict.ts'
import { showAnswer, showCaller, showRequest } from '../show-exchange.ts'
import { showText } from '../show-octets.ts'
import { html, type Markup } from '../markup.ts'

/** Empty where nothing is broken. */
export function failuresSection(verdict: Verdict, contract: Contract): Markup | undefined {
  const { failures } = verdict
  if (failures.length === 0) return undefined
  const lineOf = linesOf(verdict)
  return html`<section id="failures">
    <h2>${failures.length === 1 ? 'One failure' : `${failures.length} failures`}</h2>
    ${failures.map((failure, index) => tell(failure, lineOf(failure.rules[0]), contract, index === 0))}
  </section>`
}

function tell(failure: Failure, line: number, contract: Contract, open: boolean): Markup {
  const { headline, rules, findings } = failure
  const [first] = findings
  const judges = [...new Set(findings.map(({ judge }) => judge))].join(', ')
  return html`<details class="failure" ${open ? html`open` : undefined}>
    <summary>
      <span class="mark" aria-hidden="true">✕</span>
      <h3>${headline}</h3>
    </summary>
    <div class="inside">
      ${first === undefined ? undefined : tellFinding(first)} ${excerpt(contract, line)}
      <p class="small">
        ${rules.length === 1 ? 'Rule' : 'Rules'}
        ${rules.map((rule, index) => html`${index > 0 ? ', ' : ''}<code>${rule}</code>`)}; found by
        ${judges}${findings.length > 1 ? `, ${findings.length} findings` : ''}.
      </p>
    </div>
  </details>`
}

function tellFinding({ came, due, curl, exchange }: Finding): Markup {
  const sides =
    exchange === undefined
      ? undefined
      : html`<div class="sides">
          <figure>
            <figcaption>Request sent by ${showCaller(exchange)}</figcaption>
            <pre>${showRequest(exchange.request)}</pre>
          </figure>
          <figure>
            <figcaption>Answer</figcaption>
            <pre>${showAnswer(exchange.answer)}</pre>
          </figure>
        </div>`
  const line = html`<figure class="curl">
    <figcaption>Repeat it</figcaption>
    <pre>${showText(curl, 'lines')}</pre>
    <button type="button" class="copy" hidden>Copy</button>
  </figure>`
  return html`<dl class="claim">
      <div class="came">
        <dt>Got</dt>
        <dd>${showText(came, 'lines')}</dd>
      </div>
      <div class="due">
        <dt>Due</dt>
        <dd>${showText(due, 'lines')}</dd>
      </div>
    </dl>
    ${line} ${sides}`
}

/** The line and its neighbours, as they stand in the document. */
function excerpt({ lines }: Contract, line: number): Markup {
  const first = Math.max(1, line - 2)
  const near = lines.slice(first - 1, line + 3)
  const indents = near.filter((text) => text.trim() !== '').map((text) => text.search(/\S/))
  const shown = near.map((text, index) => {
    const number = first + index
    const here = number === line ? ' here' : ''
    return html`<span class="line${here}"><i>${number}</i> ${text.slice(Math.min(...indents))}${'\n'}</span>`
  })
  return html`<figure>
    <figcaption>Where the contract says so: <code>${contractPath}:${line}</code></figcaption>
    <pre class="excerpt">${shown}</pre>
  </figure>`
}
