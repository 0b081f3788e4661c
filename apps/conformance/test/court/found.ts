/** Made-up findings, each about an exchange of its own, or all about one. */
import type { Answer, Exchange, SentRequest } from '../../src/exchange.ts'
import type { Finding } from '../../src/court/judge.ts'
import { exchange, finding } from './bench.ts'

let made = 0
/** An exchange of the first caller, or of nobody. */
export function exchanged(
  answer: Partial<Answer>,
  request: Partial<SentRequest> = {},
  caller: 0 | 'nobody' = 0,
): Exchange {
  made += 1
  const whole = {
    method: 'GET',
    target: '/plants',
    fields: [['Authorization', 'Bearer x'] as const],
    ...request,
  }
  return { id: made, ...exchange(answer, { request: whole, ...(caller === 0 && { caller }) }) }
}

/** A finding about an answer of its own: to this request, or at this target. */
export function asked(rule: string, to: string | Partial<SentRequest>, status: number, came = ''): Finding {
  const shown = exchanged({ status }, typeof to === 'string' ? { target: to } : to)
  return finding(rule, { came, due: `what is due on request ${shown.id}`, exchange: shown })
}

/** Findings about answers with this status, each about its own. */
export const each = (status: number, ...names: readonly string[]): readonly Finding[] =>
  names.map((rule) => asked(rule, '/plants', status))

/** Findings about one answer. */
export const together = (status: number, ...names: readonly string[]): readonly Finding[] => {
  const shown = exchanged({ status })
  return names.map((rule) => finding(rule, { exchange: shown }))
}

export const without = (name: string): string => `no ${name}`
export const anonymous = (...names: readonly string[]): readonly Finding[] =>
  names.map((rule) => finding(rule, { exchange: exchanged({}, { fields: [] }, 'nobody') }))
export const bodyless = (rule: string, request: Partial<SentRequest>, status: number): Finding =>
  finding(rule, { exchange: exchanged({ status, body: Buffer.alloc(0) }, request) })
