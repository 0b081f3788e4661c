/** Translates the checks of schemathesis that an exchange failed or passed into rules broken, kept and refused. */
import { valuesOf } from '@plant-store/raw-http'
import { type AnswerFault, ruleOfFault, rulesOfAnswer } from '../contract/answer-fault.ts'
import type { Answered } from '../contract/given-requests.ts'
import { pathOf, splitTarget } from '../contract/split-target.ts'
import { type Due, faultOf, isDue, ruleOfStatus } from '../contract/rule-of-status.ts'
import type { Answer } from '../exchange.ts'
import type { Subject } from '../subject.ts'
import type { ToldFailure, ToldVerdict } from './told.ts'

/** What is due according to each kind of failure about a status. */
const dues: Readonly<Record<string, Due>> = {
  ServerError: 'declared',
  ContentTypeServerError: 'declared',
  UndefinedStatusCode: 'declared',
  MissingHeaderNotRejected: 'declared',
  UnsupportedMethodResponse: 'declared',
  RejectedPositiveData: 'answered',
  AcceptedNegativeData: 'refused',
  IgnoredAuth: 'refused',
}

/** Whether a failure is about the header fields or body of the answer, not about its status. */
export const isAboutAnswer = ({ kind }: ToldFailure): boolean =>
  dues[kind] === undefined && kind !== 'AllowHeaderMismatch' && kind !== 'CustomFailure'

/** The rules that a failed check shows broken. */
export function rulesOfFailure(
  failure: ToldFailure,
  exchange: Answered,
  subject: Subject,
): readonly string[] {
  const { kind, check } = failure
  const { status } = exchange.answer
  const due = dues[kind]
  if (kind === 'AllowHeaderMismatch' || (kind === 'UnsupportedMethodResponse' && status === 405))
    return ['allow-names-methods']
  if (due !== undefined) {
    // The service refused the request, but not in the way it should.
    return [ruleOfStatus(due === 'refused' && status >= 400 ? 'declared' : due, exchange, subject)]
  }
  return kind === 'CustomFailure'
    ? [check.replaceAll('_', '-')]
    : rulesOfAnswerFailure(failure, exchange, subject)
}

function rulesOfAnswerFailure(failure: ToldFailure, exchange: Answered, subject: Subject): readonly string[] {
  const { request, answer } = exchange
  const { kind, check, missing_headers: missing = [] } = failure
  const { status } = answer
  switch (kind) {
    case 'MissingContentType':
    case 'MalformedMediaType':
    case 'UndefinedContentType':
      return [ruleOfFault(status, { part: 'content-type' })]
    case 'MalformedJson':
    case 'ContentDeserializationError':
      return [ruleOfFault(status, { part: 'json' })]
    case 'MissingHeaders':
      return missing.map((name) => ruleOfFault(status, { part: 'header', name, missing: true }))
    case 'JsonSchemaError': {
      const isHeader = check === 'response_headers_conformance'
      return [
        ruleOfFault(
          status,
          isHeader ? findHeader(failure, answer) : findPlace(failure),
          pathOf(request.target),
        ),
      ]
    }
    default:
      // A failure of a kind that came with a newer version is a failure all the same.
      return [ruleOfStatus('declared', exchange, subject)]
  }
}

/** schemathesis reports only the value, joined from all lines of the field. */
function findHeader({ instance }: ToldFailure, { fields }: Answer): AnswerFault {
  const [name = ''] =
    fields.find(([given]) => valuesOf({ fields }, given).join(', ') === String(instance)) ?? []
  return { part: 'header', name, missing: false }
}

const findPlace = ({ instance_path: place = [], schema_path: path = [] }: ToldFailure): AnswerFault => ({
  part: 'body',
  place,
  keyword: String(path.at(-1)),
})

/** The rules that one exchange is evidence of. */
export interface Shown {
  readonly kept: readonly string[]
  readonly refused: readonly string[]
}

/** Checks that look only at the answer; together they cover all of it. */
const whole = ['content_type_conformance', 'response_headers_conformance', 'response_schema_conformance']

/** The rules that passed checks show. A check that passes because it does not apply to an exchange shows nothing. */
export function rulesOfPassed({ passed, failures }: ToldVerdict, exchange: Answered): Shown {
  const { request, answer } = exchange
  const fault = faultOf(exchange)
  if (!isDue(fault, exchange)) return { kept: [], refused: [] }
  const isWhole = whole.every((check) => passed.includes(check)) && failures.length === 0
  return {
    kept: [
      ...(isWhole && [200, 400, 401, 500, 503].includes(answer.status)
        ? rulesOfAnswer(answer.status, answer.body, pathOf(request.target))
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
