/** What tests of the collector need: rules, subjects, and checkers and servers that do as they are told. */
import { once } from 'node:events'
import { checkOwn, type OwnCheck } from '../../plant-store/check.ts'
import type { RawResponse, Exchange, NoResponse, SentRequest } from '../../src/exchange.ts'
import type { Collector, Finding, Checker } from '../../src/run/checker.ts'
import type { Rule } from '../../src/rules/rules.ts'
import type { Subject } from '../../src/subject.ts'
import { namesOf } from '../../src/run/selection.ts'
import type { Verdict } from '../../src/run/verdict.ts'
import type { Declared } from '../../src/run/basis.ts'
import { operationFor } from '../../src/run/collector.ts'
import { responseOf } from '../response-of.ts'
import { serve } from '../serve.ts'
import { subjectOf } from '../subject.ts'

/** Three rules: one given, one completed and refusable, one that needs a world. */
export const rules: readonly Rule[] = [
  ruleOf('a', { pointer: '/info/title' }),
  ruleOf('b', { origin: 'completed', pointer: '/info/version', kind: 'refusable', needs: 'token' }),
  ruleOf('c', { pointer: '/security', needs: 'world' }),
]

/** A rule of the given contract that nothing needs to be known for. */
export function ruleOf(id: string, more: Partial<Rule> = {}): Rule {
  const sentence = `${id.toUpperCase()} is due.`
  return {
    id,
    sentence,
    origin: 'given',
    layer: 'profile',
    pointer: '',
    part: 'HTTP',
    kind: 'owed',
    needs: 'nothing',
    ...more,
  }
}

export const token = 'pst_a-token-that-is-long-enough'

export const subjectAt = (url: string, more: Partial<Subject> = {}): Subject =>
  subjectOf(url, { callers: [{ token }], ...more })

/** A checker that does this work. */
export function checker(name: string, work: (collector: Collector, subject: Subject) => unknown): Checker {
  return {
    name,
    check: async (subject, collector) => {
      await work(collector, subject)
    },
  }
}

/** A checker that sees every rule kept. */
export const content = checker('content', (collector) => {
  for (const { id } of rules) collector.kept(id, collector.record(exchange()))
  collector.refused('b', collector.record(exchange({ status: 400 })))
})

/** An exchange that a checker could have made. */
export function exchange(
  response: Partial<RawResponse> | Extract<Exchange['response'], { noResponse: string }> = {},
  more: Partial<Exchange> = {},
): Omit<Exchange, 'id'> {
  return {
    checker: 'fake',
    request: { method: 'GET', target: '/plants', fields: [['Authorization', `Bearer ${token}`]] },
    response: 'noResponse' in response ? response : { ...responseOf(200, '[]'), ...response },
    startedAt: new Date(0),
    durationMs: 1,
    connection: 1,
    ...more,
  }
}

export function finding(rule: string, more: Partial<Finding> = {}): Finding {
  return { rule, checker: 'fake', came: 'this', due: 'that', curl: `curl ${rule}`, ...more }
}

/** A check against a server that answers everything with 200, unless another address is given. */
export async function checkWith(
  checkers: readonly Checker[],
  { url, subject, ...options }: Partial<OwnCheck> & { url?: string; subject?: Partial<Subject> } = {},
): Promise<Verdict> {
  await using server = await serve((_request, response) => response.end('[]'))
  return await checkOwn(subjectAt(url ?? server.url, subject), {
    checkers,
    rules,
    signal: new AbortController().signal,
    ...options,
  })
}

/** Resolves when the signal is aborted. */
export async function aborted(signal: AbortSignal): Promise<void> {
  if (!signal.aborted) await once(signal, 'abort')
}

/** A finding about a response of its own, to a request of the first caller. */
export function asked(
  rule: string,
  to: string | Partial<SentRequest>,
  response: number | Partial<RawResponse> | NoResponse,
  came?: string,
): Finding {
  const own = typeof to === 'string' ? { target: to } : to
  const fields = [['Authorization', 'Bearer x'] as const]
  const request = { method: 'GET', target: '/plants', fields, ...own }
  const status = typeof response === 'number' ? { status: response } : response
  return finding(rule, {
    came: came ?? ('noResponse' in status ? status.noResponse : String(status.status)),
    exchange: { id: 1, ...exchange(status, { request, caller: 0 }) },
  })
}

/** What the findings say of the rules. */
export const evidenceOf = (
  all: readonly Rule[],
  findings: readonly Finding[],
  operations: readonly Declared[] = [],
) =>
  all.map((rule) => ({
    rule,
    findings: findings
      .filter((one) => one.rule === rule.id)
      .map((one) => {
        const own = one.exchange && operationFor(operations, one.exchange.request)
        return Object.assign({ operation: own ? namesOf(own) : [] }, one)
      }),
    file: 'openapi.yaml',
    line: 1,
    place: 'openapi.yaml:1',
  }))
