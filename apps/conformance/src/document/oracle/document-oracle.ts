/** The oracle of any document: what is due to each request, and what its response shows. */
import type { Secrets } from '@plant-store/raw-http'
import type { SentRequest } from '../../exchange.ts'
import { type AnyOracle, Examination, type WhatCame } from '../../oracle/any-oracle.ts'
import { checkNoResponse } from '../../oracle/framing.ts'
import { quote } from '../../quote.ts'
import type { Rule } from '../../rules/rules.ts'
import { once } from '../once.ts'
import type { Profile } from '../profile.ts'
import { Access } from './access.ts'
import { analyse, type DocumentAnalysis, type Received } from './analyse.ts'
import { readJson } from './content.ts'
import { examine } from './examine.ts'
import type { Service } from './service.ts'
import { Steady } from './steady.ts'

export class DocumentOracle implements AnyOracle {
  readonly isFree = true
  readonly service: Service
  readonly access: Access
  readonly steady = new Steady()
  readonly #rules: ReadonlySet<string>
  readonly #secrets: Secrets
  readonly #profile: Profile | undefined
  readonly #analyses = once<DocumentAnalysis>()

  constructor(service: Service, rules: readonly Rule[], secrets: Secrets, profile?: Profile) {
    this.service = service
    this.access = new Access(service)
    this.#rules = new Set(rules.map(({ id }) => id))
    this.#secrets = secrets
    this.#profile = profile
  }

  analyse(request: SentRequest): DocumentAnalysis {
    return this.#analyses(request, '', () => analyse(this.#secrets.revealIn(request), this.service))
  }

  examine({ request, outcome }: WhatCame): Examination {
    const analysis = this.analyse(request)
    const shown = this.#secrets.revealIn(request)
    const seen = new Examination()
    if ('noResponse' in outcome) {
      if (analysis.owed === 'nothing') for (const { rule } of analysis.faults) seen.refused.add(rule)
      else checkNoResponse(outcome, shown, seen)
      return seen
    }
    const received = { request: shown, response: outcome, analysis, service: this.service, seen }
    examine(received)
    if (analysis.asked === undefined) return seen
    this.service.noteTag(shown, outcome)
    if (shown.body !== undefined) this.access.send(analysis.caller, shown)
    this.#askProfile(received)
    this.steady.check(received)
    this.#checkAccess(received)
    return seen
  }

  #askProfile({ response, analysis, seen }: Received): void {
    const { asked, caller, values, faults, mayBeRefused } = analysis
    const observations = this.#profile?.examine({
      operation: asked?.id ?? '',
      parameters: Object.fromEntries(values),
      caller:
        caller === undefined ? undefined : (this.service.subject.callers[caller]?.name ?? String(caller + 1)),
      isRight: faults.length === 0 && !mayBeRefused,
      status: response.status,
      fields: response.fields,
      body: readJson(response).value,
    })
    for (const one of observations ?? [])
      if ('isKept' in one) seen.kept.add(one.rule)
      else seen.breaches.push(one)
  }

  #checkAccess({ request, response, analysis, seen }: Received): void {
    const rule = `${analysis.asked?.id}:access`
    if (!this.#rules.has(rule)) return
    const foreign = this.access.foreignIn(request, response, analysis)
    if (foreign === undefined) {
      this.access.noteChange(response, analysis)
      if (analysis.caller !== undefined && response.status < 300) seen.kept.add(rule)
      return
    }
    const { text, owner, isSure } = foreign
    const came = `${response.status} with ${quote(text, 40)}, which only caller ${owner + 1} was given before`
    const due = `nothing that only caller ${owner + 1} may see`
    seen.require(rule, came, due, isSure ? undefined : true)
  }

  doubt(rule: string, { request, outcome }: WhatCame): void {
    const analysis = this.analyse(request)
    if (rule === 'same-content-again') this.steady.doubt(analysis.asked?.id ?? '')
    else if (!('noResponse' in outcome)) {
      const found = this.access.foreignIn(this.#secrets.revealIn(request), outcome, analysis)
      if (found !== undefined) this.access.share(found.text)
    }
  }

  operationOf(request: SentRequest): string | undefined {
    return this.analyse(request).asked?.id
  }

  isChecked(rule: string): boolean {
    return this.#rules.has(rule)
  }

  /** A response whose fields are wrong can still be compared with others. */
  isAside(rule: string): boolean {
    return rule.endsWith(':header') || rule === 'fields-well-formed' || rule === 'same-content-again'
  }
}
