/** What is broken: each cause once, with the request that shows it. */
import type { Finding } from '../../run/checker.ts'
import { type Failure, type Place, placesOf, type Verdict } from '../../run/verdict.ts'
import { showResponse, showCaller, showRequest } from '../show-exchange.ts'
import { showText } from '../show-bytes.ts'
import { html, type Markup } from '../markup.ts'

/** Empty where nothing is broken. */
export function failuresSection(verdict: Verdict): Markup | undefined {
  const { failures, contract } = verdict
  if (failures.length === 0) return undefined
  const placeOf = placesOf(verdict)
  return html`<section id="failures">
    <h2>${failures.length === 1 ? 'One failure' : `${failures.length} failures`}</h2>
    ${failures.map((failure) => tell(failure, placeOf(failure.rules[0]), contract))}
  </section>`
}

function tell(failure: Failure, place: Place, contract: Verdict['contract']): Markup {
  const { headline, rules, findings } = failure
  const checkers = [...new Set(findings.map(({ checker }) => checker))].join(', ')
  return html`<article class="failure">
    <h3>${headline}</h3>
    ${findings.slice(0, 1).map((first) => describeFinding(first))} ${excerpt(contract, place)}
    <p class="small">Broken: ${rules.join(', ')}; found by ${checkers}, ${findings.length}×.</p>
  </article>`
}

function describeFinding({ came, due, curl, exchange }: Finding): Markup {
  return html`<dl class="claim">
      <dt>Got</dt>
      <dd class="came">${showText(came, 'lines')}</dd>
      <dt>Expected</dt>
      <dd>${showText(due, 'lines')}</dd>
    </dl>
    ${figure('Repeat it', showText(curl, 'lines'))}
    ${
      exchange && [
        figure(`Request sent by ${showCaller(exchange)}`, showRequest(exchange.request)),
        figure('Response', showResponse(exchange.response)),
      ]
    }`
}

const figure = (caption: string, text: string | Markup): Markup =>
  html`<figure>
    <figcaption>${caption}</figcaption>
    <pre>${text}</pre>
  </figure>`

/** The line and its neighbours, as they stand in the document; nothing of another file. */
function excerpt({ name, lines }: Verdict['contract'], { file, line, place }: Place): Markup {
  if (file !== name) return html`<p class="small">Where the contract says so: ${place}</p>`
  const first = Math.max(1, line - 2)
  const shown = lines.slice(first - 1, line + 3).map((text, index) => {
    const number = first + index
    return html`<span class="${number === line ? 'here' : ''}">${number} ${text.slice(0, 300)}${'\n'}</span>`
  })
  return figure(`Where the contract says so: ${place}`, html`${shown}`)
}
