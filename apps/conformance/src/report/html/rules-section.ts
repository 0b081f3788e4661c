/** The contract, one line per sentence, each with what was seen of it. */
import { contractPath } from '../../contract/contract-lines.ts'
import type { Exchange } from '../../exchange.ts'
import type { Evidence, Verdict } from '../../court/verdict.ts'
import { showAnswer, showInBrief, showRequest } from '../show-exchange.ts'
import { html, type Markup } from './markup.ts'
import { type State, stateOf } from './verdict-header.ts'

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
    <div id="sentences">${evidence.map((one) => sentence(one))}</div>
  </section>`
}

const marks: Readonly<Record<State, readonly [mark: string, word: string]>> = {
  kept: ['✓', 'Kept'],
  broken: ['✕', 'Broken'],
  unseen: ['–', 'Not seen'],
}

function sentence(evidence: Evidence): Markup {
  const { rule, line, unjudged, examples } = evidence
  const state = stateOf(evidence)
  const [mark, word] = marks[state]
  return html`<details class="rule ${state}">
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

/** How often it was kept, broken by us and refused, and broken by the service. */
function describeEvidence({ kept, refused, broken }: Evidence): string {
  const parts = [
    broken > 0 ? `broken ${times(broken)}` : '',
    kept > 0 ? `kept ${times(kept)}` : '',
    refused !== undefined && refused > 0 ? `refused ${times(refused)}` : '',
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
