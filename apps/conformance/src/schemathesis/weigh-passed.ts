/** From the checks that an exchange passed to the rules it shows kept, and those it broke and was refused for. */
import { rulesOfAnswer } from '../contract/answer-fault.ts'
import { findRequestFault, splitTarget } from '../contract/request-fault.ts'
import type { ToldVerdict } from './lines.ts'
import { type Answered, weighStatus } from '../contract/weigh-status.ts'

/** What one exchange is evidence of. */
export interface Shown {
  readonly kept: readonly string[]
  readonly refused: readonly string[]
}

/** Checks that look at the answer alone; together they have seen all of it. */
const whole = ['content_type_conformance', 'response_headers_conformance', 'response_schema_conformance']

/** Checks that pass because they have nothing to say of an exchange show nothing. */
export function weighPassed({ passed, failures }: ToldVerdict, exchange: Answered): Shown {
  const { request, answer } = exchange
  if (weighStatus(exchange, 'all').length > 0) return { kept: [], refused: [] }
  const fault = findRequestFault(exchange)
  const isWhole = whole.every((check) => passed.includes(check)) && failures.length === 0
  return {
    kept: [
      ...(isWhole && [200, 400, 401, 500, 503].includes(answer.status)
        ? rulesOfAnswer(answer.status, answer.body)
        : []),
      ...(fault === undefined ? rulesOfList(request.target, passed) : ['callers-fault-never-5xx']),
      ...(answer.status === 405 && passed.includes('allow_header_conformance')
        ? ['allow-names-methods']
        : []),
    ],
    refused: fault === undefined || answer.status < 400 ? [] : [...new Set([fault.rule, fault.statusRule])],
  }
}

function rulesOfList(target: string, passed: readonly string[]): readonly string[] {
  const { query } = splitTarget(target)
  return [
    'answers-right-requests',
    query.has('limit') ? 'limit-accepts-every-number' : 'limit-is-optional',
    ...(query.has('limit') && passed.includes('limit_caps_the_list') ? ['limit-caps-the-list'] : []),
  ]
}
