/** The contract, one line per sentence, each with what was seen of it. */
import { contractPath } from '../../contract/contract-lines.ts'
import type { Exchange } from '../../exchange.ts'
import { type Evidence, type Part, partsOf, ruleStates, stateOf, type Verdict } from '../../court/verdict.ts'
import { countStates } from '../parts.ts'
import { showAnswer, showInBrief, showRequest } from '../show-exchange.ts'
import { html, type Markup } from '../markup.ts'
import { barOf, states } from './verdict-header.ts'

export function rulesSection({ evidence }: Verdict): Markup {
  return html`<section id="contract">
    <h2>The contract, sentence by sentence</h2>
    <p class="filter" hidden>
      <label for="filter">Filter</label>
      <input
        id="filter"
        type="search"
        autocomplete="off"
        spellcheck="false"
        placeholder="limit, broken, given …"
      />
      <output for="filter" id="matches">${evidence.length} sentences</output>
    </p>
    <div id="sentences">${partsOf(evidence).map((part) => showPart(part))}</div>
  </section>`
}

/** One part of the contract. Its heading counts the rules in each state. */
function showPart({ title, evidence }: Part): Markup {
  const numbers = countStates(evidence)
  const counts = ruleStates
    .filter((state) => numbers[state] > 0)
    .map(
      (state, index) =>
        html`${index > 0 ? ', ' : ''}<span class="${states[state].style}">${numbers[state]} ${state}</span>`,
    )
  return html`<div class="part">
    <h3>${title} <span class="small">${counts}</span></h3>
    ${barOf(evidence)} ${evidence.map((one) => sentence(one))}
  </div>`
}

function sentence(evidence: Evidence): Markup {
  const { rule, line, unjudged, examples } = evidence
  const state = stateOf(evidence)
  const { style, mark } = states[state]
  const word = `${state.charAt(0).toUpperCase()}${state.slice(1)}`
  return html`<details class="rule ${style}">
    <summary>
      <span class="mark" aria-hidden="true">${mark}</span>
      <span class="sentence"><span class="hidden">${word}: </span>${rule.sentence}</span>
      <span class="evidence">${describeEvidence(evidence)}</span>
    </summary>
    <div class="inside">
      <p class="small">
        <code>${rule.id}</code> · ${rule.origin === 'given' ? 'given' : 'completed by us'} ·
        <code>${contractPath}:${line}</code>
      </p>
      ${unjudged.map((reason) => html`<p>${reason}</p>`)} ${examples.map((example) => show(example))}
    </div>
  </details>`
}

/** How often the service broke the rule, and kept it: by its answers, or by refusals if the rule forbids. */
function describeEvidence({ kept, refused, broken }: Evidence): string {
  const [word, count] = refused === undefined ? ['kept', kept] : ['refused', refused]
  const parts = [
    broken > 0 ? `broken ${times(broken)}` : '',
    count > 0 ? `${word} ${times(count)}` : '',
  ].filter((part) => part !== '')
  return parts.length === 0 ? 'not seen' : parts.join(' · ')
}

const times = (count: number): string => `${count.toLocaleString('en')}×`

function show(exchange: Exchange): Markup {
  return html`<figure>
    <figcaption><code>${showInBrief(exchange)}</code></figcaption>
    <div class="sides">
      <pre>${showRequest(exchange.request)}</pre>
      <pre>${showAnswer(exchange.answer)}</pre>
    </div>
  </figure>`
}
