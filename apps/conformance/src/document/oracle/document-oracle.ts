/** The oracle of any document: what is due to each request, and what its response shows. */
import { type Secrets, toText } from '@plant-store/raw-http'
import type { RawResponse, SentRequest } from '../../exchange.ts'
import type { AnyOracle, WhatCame } from '../../oracle/any-oracle.ts'
import type { Examination } from '../../oracle/examination.ts'
import { quote } from '../../quote.ts'
import type { Rule } from '../../rules/rules.ts'
import type { Profile } from '../profile.ts'
import { Access, nothingOf } from './access.ts'
import { analyse, type DocumentAnalysis } from './analyse.ts'
import { readJson } from './content.ts'
import { examine } from './examine.ts'
import { Pages } from './pages.ts'
import type { Service } from './service.ts'
import { Steady } from './steady.ts'

export class DocumentOracle implements AnyOracle {
  readonly isFree = true
  readonly service: Service
  readonly access: Access
  readonly steady = new Steady()
  readonly #pages = new Pages()
  readonly #rules: ReadonlySet<string>
  readonly #secrets: Secrets
  readonly #profile: Profile | undefined
  readonly #analyses = new WeakMap<SentRequest, DocumentAnalysis>()

  constructor(service: Service, rules: readonly Rule[], secrets: Secrets, profile?: Profile) {
    this.service = service
    this.access = new Access(service)
    this.#rules = new Set(rules.map(({ id }) => id))
    this.#secrets = secrets
    this.#profile = profile
  }

  analyse(request: SentRequest): DocumentAnalysis {
    const known = this.#analyses.get(request) ?? analyse(this.#secrets.revealIn(request), this.service)
    this.#analyses.set(request, known)
    return known
  }

  examine({ request, outcome }: WhatCame): Examination {
    const analysis = this.analyse(request)
    const shown = this.#secrets.revealIn(request)
    const seen = examine(outcome, { request: shown, analysis, service: this.service })
    if ('noResponse' in outcome || analysis.asked === undefined) return seen
    this.service.tags.note(shown, outcome)
    if (shown.body !== undefined) this.access.send(analysis.caller, shown)
    this.#examineByProfile(outcome, analysis, seen)
    this.#compare(request, outcome, analysis, seen)
    const oversized = this.#pages.check(outcome, analysis)
    if (oversized !== undefined) seen.breaches.push(oversized)
    const rule = `${analysis.asked.id}:access`
    if (!this.#rules.has(rule)) return seen
    const thing =
      outcome.status === 200
        ? this.access.things.foreignIn(analysis.asked, outcome, analysis.caller)
        : undefined
    if (thing !== undefined) {
      const came = `200 with ${thing}, which the world file gives to others alone`
      seen.breaches.push({ rule, came, due: 'nothing that only others may see' })
      return seen
    }
    const foreign = this.#foreignIn(request, outcome, analysis)
    if (foreign === undefined) {
      this.access.noteChange(outcome, analysis)
      if (analysis.caller !== undefined && outcome.status < 300) seen.kept.add(rule)
    } else {
      const came = `${outcome.status} with ${quote(foreign.text, 40)}, which only caller ${foreign.owner + 1} was given before`
      seen.breaches.push({
        rule,
        came,
        due: nothingOf(foreign.owner),
        ...(!foreign.isSure && { isToReturn: true }),
      })
    }
    return seen
  }

  #examineByProfile(response: RawResponse, analysis: DocumentAnalysis, seen: Examination): void {
    const { asked, caller, values, faults, mayBeRefused } = analysis
    const observations = this.#profile?.examine({
      operation: asked?.id ?? '',
      parameters: Object.fromEntries(values),
      caller: caller === undefined ? undefined : this.service.nameOf(caller),
      isRight: faults.length === 0 && !mayBeRefused,
      status: response.status,
      fields: response.fields,
      body: readJson(response).value,
    })
    for (const one of observations ?? []) {
      if ('isKept' in one) seen.kept.add(one.rule)
      else seen.breaches.push(one)
    }
  }

  #compare(request: SentRequest, response: RawResponse, analysis: DocumentAnalysis, seen: Examination): void {
    const breach = this.steady.check(request, response, analysis)
    if (breach === 'kept') seen.kept.add('same-content-again')
    else if (breach !== undefined) seen.breaches.push(breach)
  }

  /** What others get by a parameter of the query may be theirs, too: the first page shows only a part of a list. */
  #foreignIn(
    request: SentRequest,
    response: RawResponse,
    { asked, caller, values }: DocumentAnalysis,
  ): ReturnType<Access['foreignIn']> {
    const shown = toText(this.#secrets.revealIn(request))
    const found = this.access.foreignIn(caller, shown, response, asked?.id ?? '')
    const isFiltered = asked?.parameters.some(
      (one) => one.in === 'query' && !one.isRequired && values.has(one.name),
    )
    return found && { ...found, isSure: found.isGiven || (found.isSure && isFiltered !== true) }
  }

  doubt(rule: string, { request, outcome }: WhatCame): void {
    const analysis = this.analyse(request)
    if (rule === 'same-content-again') this.steady.doubt(analysis.asked?.id ?? '')
    else if (!('noResponse' in outcome)) {
      const found = this.#foreignIn(request, outcome, analysis)
      if (found !== undefined) this.access.share(found.text, { ...found, who: analysis.caller, request })
    }
  }

  operationOf(request: SentRequest): string | undefined {
    return this.analyse(request).asked?.id
  }

  /** Stages that know what they have asked learn by themselves. */
  learn(): void {}

  isChecked(rule: string): boolean {
    return this.#rules.has(rule)
  }

  /** A response whose fields are wrong can still be compared with others. */
  isAside(rule: string): boolean {
    return rule.endsWith(':header') || rule === 'fields-well-formed' || rule === 'same-content-again'
  }
}
