/** What Prism's validators say of an answer, as faults that the harness has rules for. */
import { MIMEType } from 'node:util'
import type { AnswerFault } from '../contract/answer-fault.ts'
import type { Answer } from '../exchange.ts'
import type { Validator, Violation } from './load-prism.ts'

/** A fault, and Prism's words for it. */
export interface WeighedFault {
  readonly fault: AnswerFault
  readonly told: string
}

/**
 * Every fault of the answer to `method`, judged as the response with this status: for refusals that are not declared,
 * the one that they must be like.
 */
export function weighAnswer(
  validator: Validator,
  answer: Answer,
  { method, status }: { readonly method: string; readonly status: number },
): readonly WeighedFault[] {
  const headers = Object.fromEntries(
    Map.groupBy(answer.fields, ([name]) => name.toLowerCase())
      .entries()
      .map(([name, fields]) => [name, fields.map(([, value]) => value).join(', ')]),
  )
  const type = readType(headers['content-type'])
  if (type === undefined) {
    return [
      {
        fault: { part: 'content-type' },
        told: `There is no such media type: ${headers['content-type'] ?? ''}`,
      },
    ]
  }
  const content = readContent(answer, type, method)
  const violations = validator.validateResponse({
    statusCode: status,
    headers: { ...headers, ...(type !== '' && { 'content-type': type }) },
    body: 'value' in content ? content.value : undefined,
  })
  const faults = violations.flatMap((violation) => toFault(violation))
  const isOtherType = faults.some(({ fault }) => fault.part === 'content-type')
  return [
    // What there is no body of can't be of a wrong form; and a body of another type has none of this one.
    ...faults.filter(({ fault }) => fault.part !== 'body' || ('value' in content && !isOtherType)),
    ...('broken' in content && !isOtherType
      ? [{ fault: { part: 'json' } as const, told: content.broken }]
      : []),
  ]
}

/** Without its parameters; empty where none is sent, undefined where it can't be read: Prism fails on such a one. */
function readType(field: string | undefined): string | undefined {
  if (field === undefined) return ''
  try {
    return new MIMEType(field).essence
  } catch {
    return undefined
  }
}

type Content = { readonly value: unknown } | { readonly broken: string } | { readonly absent: true }

/** Compressed content is left to those who take it apart. */
function readContent({ fields, body }: Answer, type: string, method: string): Content {
  const isCoded = fields.some(
    ([name, value]) => name.toLowerCase() === 'content-encoding' && value !== 'identity',
  )
  if (method === 'HEAD' || isCoded) return { absent: true }
  if (type !== 'application/json') return { value: body.toString('latin1') }
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(body)
    return { value: JSON.parse(text) }
  } catch (fault) {
    return { broken: `The body is no JSON: ${fault instanceof Error ? fault.message : ''}` }
  }
}

/** Statuses are weighed elsewhere: Prism knows the declared ones alone. */
function toFault({ path, code, message }: Violation): readonly WeighedFault[] {
  if (path === undefined)
    return message.includes('media type') ? [{ fault: { part: 'content-type' }, told: message }] : []
  const [part, ...place] = path
  if (part === 'body') return [{ fault: { part, place, keyword: keywordOf(code) }, told: message }]
  if (part !== 'header') return []
  const [, missing] = /required property '([^']+)'/.exec(message) ?? []
  return [{ fault: { part, name: missing ?? place[0] ?? '', missing: missing !== undefined }, told: message }]
}

/** Prism checks the format int32 as such. */
const keywordOf = (code: Violation['code']): string => (code === 'format' ? 'maximum' : String(code))
