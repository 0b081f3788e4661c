/** The contract, one line per sentence, each with what was seen of it. */
import type { Exchange } from '../../exchange.ts'
import { describeStates, type Evidence, type Part, partsOf, type Verdict } from '../../run/verdict.ts'
import { showResponse, showInBrief, showRequest } from '../show-exchange.ts'
import { html, type Markup } from '../markup.ts'

/** How a state is shown: with a CSS class of the page, and a mark. */
const states = {
  broken: ['broken', '✕'],
  known: ['unseen', '!'],
  kept: ['kept', '✓'],
  'not seen': ['unseen', '–'],
} as const

export function rulesSection({ evidence }: Verdict): Markup {
  return html`<section>
    <h2>The contract, sentence by sentence</h2>
    ${partsOf(evidence).map((part) => showPart(part))}
  </section>`
}

/** One part of the contract. Its heading counts the rules in each state. */
function showPart({ title, evidence }: Part): Markup {
  return html`<h3>${title} <span class="small">${describeStates(evidence)}</span></h3>
    ${evidence.map((one) => sentence(one))}`
}

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
      ${inconclusive.map((reason) => html`<p>${reason}</p>`)} ${examples.map((example) => show(example))}
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

function show(exchange: Exchange): Markup {
  return html`<figure>
    <figcaption><code>${showInBrief(exchange)}</code></figcaption>
    <pre>${showRequest(exchange.request)}</pre>
    <pre>${showResponse(exchange.response)}</pre>
  </figure>`
}
