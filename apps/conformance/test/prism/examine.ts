/** Examinations of made-up exchanges. */
import type { Answer, Field, SentRequest } from '../../src/exchange.ts'
import { Examiner } from '../../src/prism/examiner.ts'
import type { Subject } from '../../src/subject.ts'
import { answerOf } from '../answer-of.ts'
import { subjectAt } from '../broken-server.ts'
import { exchange } from '../court/bench.ts'
import { RecordingCourt } from '../recording-court.ts'

export const listFields: readonly Field[] = [
  ['Content-Type', 'application/json'],
  ['Cache-Control', 'private, no-cache'],
  ['ETag', '"a"'],
  ['Vary', 'Authorization'],
  ['X-Request-Id', 'abc'],
]

export const errorFields: readonly Field[] = [
  ['Content-Type', 'application/json'],
  ['Cache-Control', 'no-store'],
  ['X-Request-Id', 'abc'],
]

export const challenge: Field = ['WWW-Authenticate', 'Bearer realm="plant-store"']

export function answer(
  status: number,
  body: unknown,
  fields: readonly Field[] = status === 200 ? listFields : errorFields,
): Answer {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  return answerOf(status, text, fields)
}

export const request = (
  target: string,
  method = 'GET',
  fields: readonly Field[] = [['Authorization', 'Bearer $TOKEN']],
): SentRequest => ({
  method,
  target,
  fields,
})

export interface Heard {
  readonly broken: readonly string[]
  readonly kept: readonly string[]
  readonly refused: readonly string[]
}

/** What the examiner reports about this exchange, and about answers that the same request got `before`. */
export async function hear(
  sent: SentRequest,
  got: Answer,
  {
    only = 'all',
    caller = 0,
    before = [],
  }: { only?: Subject['only']; caller?: number | undefined; before?: readonly Answer[] } = {},
): Promise<Heard> {
  const court = new RecordingCourt()
  const examiner = new Examiner(subjectAt('http://127.0.0.1:1', { only }))
  const told = { judge: 'other', request: sent, ...(caller !== undefined && { caller }) }
  for (const [index, one] of [...before, got].entries())
    examiner.examine({ id: index + 1, ...exchange(one, told) }, court)
  await examiner.settled()
  return {
    broken: [...new Set(court.findings.map(({ rule }) => rule))],
    kept: [...court.keptRules],
    refused: [...court.refusedRules],
  }
}
