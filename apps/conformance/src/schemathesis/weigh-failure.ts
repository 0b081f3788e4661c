/** From a failed check of schemathesis to the rules that were broken: none where the contract does not confirm it. */
import { ruleOfFault } from '../contract/answer-fault.ts'
import type { Answer } from '../exchange.ts'
import { valuesOf } from '../http/fields.ts'
import { JudgeFailure } from '../court/judge.ts'
import { type Answered, isDescribed, weighStatus } from '../contract/weigh-status.ts'
import type { Subject } from '../subject.ts'
import type { ToldFailure } from './lines.ts'

/** Throws a `JudgeFailure` for a kind of failure that no version known here reports. */
export function weighFailure(failure: ToldFailure, exchange: Answered, subject: Subject): readonly string[] {
  const { status } = exchange.answer
  switch (failure.kind) {
    case 'ServerError':
    case 'UndefinedStatusCode':
    case 'RejectedPositiveData':
    case 'AcceptedNegativeData':
    case 'MissingHeaderNotRejected':
    case 'IgnoredAuth':
      return weighStatus(exchange, subject.only)
    case 'UnsupportedMethodResponse':
      return status === 405 ? weighAllow(exchange.answer) : weighStatus(exchange, subject.only)
    case 'AllowHeaderMismatch':
      return weighAllow(exchange.answer)
    case 'CustomFailure':
      return [failure.check.replaceAll('_', '-')]
    default:
      return isDescribed(exchange, subject.only) ? weighBody(failure, exchange.answer) : []
  }
}

/** A service that answers OPTIONS may name it, too. */
function weighAllow({ fields }: Answer): readonly string[] {
  const lines = fields.filter(([name]) => name.toLowerCase() === 'allow').map(([, value]) => value)
  const methods = new Set(
    lines
      .join(',')
      .split(',')
      .map((method) => method.trim())
      .filter((method) => method !== ''),
  )
  const isRight =
    methods.has('GET') &&
    methods.has('HEAD') &&
    [...methods].every((method) => /^(?:GET|HEAD|OPTIONS)$/.test(method))
  return isRight ? [] : ['allow-names-methods']
}

function weighBody(failure: ToldFailure, answer: Answer): readonly string[] {
  const { status } = answer
  switch (failure.kind) {
    case 'MissingContentType':
    case 'MalformedMediaType':
    case 'UndefinedContentType':
      return [ruleOfFault(status, { part: 'content-type' })]
    case 'MalformedJson':
    case 'ContentDeserializationError':
      return [ruleOfFault(status, { part: 'json' })]
    case 'MissingHeaders':
      return (failure.missing_headers ?? []).map((name) =>
        ruleOfFault(status, { part: 'header', name, missing: true }),
      )
    case 'JsonSchemaError':
      return [
        ruleOfFault(
          status,
          failure.check === 'response_headers_conformance' ? findHeader(failure, answer) : findPlace(failure),
        ),
      ]
    default:
      throw new JudgeFailure(
        `schemathesis found something that this harness has no rule for: ${failure.kind}, by its check ${failure.check}.`,
      )
  }
}

/** schemathesis tells the value alone, of all lines together. */
function findHeader({ instance }: ToldFailure, { fields }: Answer): Parameters<typeof ruleOfFault>[1] {
  const [name = ''] =
    fields.find(([given]) => valuesOf({ fields }, given).join(', ') === String(instance)) ?? []
  return { part: 'header', name, missing: false }
}

function findPlace({
  instance_path: place = [],
  schema_path: path = [],
}: ToldFailure): Parameters<typeof ruleOfFault>[1] {
  return { part: 'body', place, keyword: String(path.at(-1)) }
}
