/** The top of the page: the verdict, at a glance. */
import {
  type Evidence,
  headingOf,
  isPartial,
  type RuleState,
  ruleStates,
  type Verdict,
} from '../../court/verdict.ts'
import { describeBudget } from '../../subject.ts'
import { countStates } from '../parts.ts'
import { html, type Markup, type Part } from '../markup.ts'

/** How a state is shown: with a CSS class of the page, a mark, and words. */
export const states: Readonly<Record<RuleState, Readonly<Record<'style' | 'mark' | 'word', string>>>> = {
  broken: { style: 'broken', mark: '✕', word: 'broken' },
  kept: { style: 'kept', mark: '✓', word: 'seen kept' },
  'not seen': { style: 'unseen', mark: '–', word: 'not seen' },
}

export function verdictHeader(verdict: Verdict): Markup {
  const { outcome, summary, evidence, failures } = verdict
  const tone = outcome === 'conforms' && isPartial(verdict) ? 'unjudged' : outcome
  return html`<header class="top ${tone}">
    <p class="kicker">Plant Store · conformance report</p>
    <h1>${seal(tone)} ${headingOf(verdict)}</h1>
    <p class="summary">${summary}</p>
    ${evidence.length === 0 ? undefined : tally(evidence)} ${facts(verdict)}
    <nav aria-label="On this page">
      ${failures.length === 0 ? undefined : html`<a href="#failures">Failures</a>`}
      <a href="#contract">Sentence by sentence</a>
      <a href="#run">The run</a>
    </nav>
  </header>`
}

const strokes: Readonly<Record<Verdict['outcome'], string>> = {
  conforms: 'M13 25l8 8 15-18',
  breaks: 'M15 15l18 18M33 15L15 33',
  unjudged: 'M18 19c0-9 13-8 12 0-1 5-6 5-6 10M24 35v1',
}

/** The sign of the verdict, only to be seen: screen readers skip it. */
export function seal(outcome: Verdict['outcome']): Markup {
  return html`<svg class="seal" viewBox="0 0 48 48" aria-hidden="true">
    <circle cx="24" cy="24" r="22" />
    <path d="${strokes[outcome]}" />
  </svg>`
}

/** A bar as long as there are rules, divided into those broken, not seen and kept. */
export function barOf(evidence: readonly Evidence[]): Markup {
  const counts = countStates(evidence)
  let from = 0
  const bars = ruleStates.map((state) => {
    const width = counts[state]
    const bar = html`<rect class="${states[state].style}" x="${from}" y="0" width="${width}" height="1" />`
    from += width
    return bar
  })
  return html`<svg
    class="bar"
    viewBox="0 0 ${evidence.length} 1"
    preserveAspectRatio="none"
    aria-hidden="true"
  >
    ${bars}
  </svg>`
}

function tally(evidence: readonly Evidence[]): Markup {
  const counts = countStates(evidence)
  return html`${barOf(evidence)}
    <ul class="tally">
      ${ruleStates.map((state) => html`<li class="${counts[state] === 0 ? 'none' : states[state].style}"><b>${counts[state]}</b> ${states[state].word}</li>`)}
    </ul>`
}

function facts({ subject, startedAt, durationMs, judges }: Verdict): Markup {
  const requests = judges.reduce((sum, { exchanges }) => sum + exchanges, 0)
  const rows: readonly (readonly [string, Part])[] = [
    ['Service', html`<code>${subject.url}</code>`],
    ['Judged by', subject.only === 'given' ? 'the given contract alone' : 'the whole contract'],
    ['Known', `${countOf(subject.callers, 'caller')}, ${countOf(subject.refusedTokens, 'token')} to refuse`],
    ['Requests', `${requests.toLocaleString('en')} in ${(durationMs / 1000).toFixed(1)} s`],
    ['Budget and seed', `${describeBudget(subject)}, ${subject.seed}`],
    [
      'When',
      html`<time datetime="${startedAt.toISOString()}"
        >${startedAt.toISOString().slice(0, 16).replace('T', ' ')} UTC</time
      >`,
    ],
  ]
  return html`<dl class="facts">
    ${rows.map(
      ([name, value]) =>
        html`<div>
          <dt>${name}</dt>
          <dd>${value}</dd>
        </div>`,
    )}
  </dl>`
}

const countOf = (count: number, noun: string): string =>
  `${count === 0 ? 'no' : count} ${noun}${count === 1 ? '' : 's'}`
