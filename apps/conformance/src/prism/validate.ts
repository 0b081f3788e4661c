/** Translates what Prism's validators say about requests and answers into faults that the harness has rules for. */
import { MIMEType } from 'node:util'
import type { AnswerFault } from '../contract/answer-fault.ts'
import { splitTarget } from '../contract/split-target.ts'
import type { Answer, SentRequest } from '../exchange.ts'
import { loadValidators, type Validator, type Violation } from './load-prism.ts'

/** What a thread is asked about a request; `path` is that of an operation. */
export interface RequestQuestion {
  readonly path: string
  readonly request: Pick<SentRequest, 'target' | 'fields'>
}

/** What a thread is asked about an answer; `path` is that of the request. */
export interface AnswerQuestion {
  readonly path: string
  readonly method: string
  readonly answer: Pick<Answer, 'status' | 'fields'> & { readonly body: Uint8Array }
}

async function validatorOf(path: string): Promise<Validator> {
  const validators = await loadValidators()
  const validator = validators.find((one) => one.path === path) ?? validators[0]
  if (validator === undefined) throw new Error('There is no operation in the contract.')
  return validator
}

/**
 * Why Prism would refuse the request; empty where it would not. Content means nothing to this operation, so Prism does
 * not see its type: it fails on a type that it can't read.
 */
export async function faultsOfRequest({
  path,
  request: { target, fields },
}: RequestQuestion): Promise<readonly string[]> {
  const { query } = splitTarget(target)
  const headers = fields.map(([name, value]) => [name.toLowerCase(), value] as const)
  const values = [...new Set(query.keys())].map((name) => {
    const own = query.getAll(name)
    return [name, own.length > 1 ? own : (own[0] ?? '')] as const
  })
  const validator = await validatorOf(path)
  return validator
    .validateRequest({
      method: 'get',
      url: { path, query: Object.fromEntries(values) },
      headers: Object.fromEntries(headers.filter(([name]) => name !== 'content-type')),
    })
    .map(({ message }) => message)
}

/** A fault, and Prism's words for it. `status`: the status is not declared. */
export interface ToldFault {
  readonly fault: AnswerFault | { readonly part: 'status' }
  readonly told: string
}

const declared = new Set([200, 400, 401, 500, 503])

/** Every fault that Prism finds in the answer. Refusals have one form, whatever path and status: that of a 400. */
export async function faultsOfAnswer({
  path,
  method,
  answer,
}: AnswerQuestion): Promise<readonly ToldFault[]> {
  const headers = Object.fromEntries(
    Map.groupBy(answer.fields, ([name]) => name.toLowerCase())
      .entries()
      .map(([name, fields]) => [name, fields.map(([, value]) => value).join(', ')]),
  )
  const { status } = answer
  const type = readType(headers['content-type'])
  if (type === undefined) {
    return [
      { fault: { part: 'content-type' }, told: `There is no such media type: ${headers['content-type']}` },
    ]
  }
  const content = readContent(answer, type, method)
  const validator = await validatorOf(path)
  const violations = validator.validateResponse({
    statusCode: declared.has(status) || status < 400 ? status : 400,
    headers: { ...headers, ...(type !== '' && { 'content-type': type }) },
    body: 'value' in content ? content.value : undefined,
  })
  const faults = violations.flatMap((violation): readonly ToldFault[] => {
    const fault = toFault(violation)
    return fault === undefined ? [] : [{ fault, told: violation.message }]
  })
  const isOtherType = faults.some(({ fault }) => fault.part === 'content-type')
  return [
    // An absent body can't have a wrong form, and the schema does not apply to a body of another type.
    ...faults.filter(({ fault }) => fault.part !== 'body' || ('value' in content && !isOtherType)),
    ...('broken' in content && !isOtherType
      ? [{ fault: { part: 'json' } as const, told: content.broken }]
      : []),
  ]
}

/** The media type without parameters; empty where none is sent, undefined where it can't be read: Prism fails then. */
function readType(field: string | undefined): string | undefined {
  if (field === undefined) return ''
  try {
    return new MIMEType(field).essence
  } catch {
    return undefined
  }
}

type Content = { readonly value: unknown } | { readonly broken: string } | { readonly absent: true }

/** Compressed content is left to the judges that decode it. */
function readContent(
  { status, fields, body }: AnswerQuestion['answer'],
  type: string,
  method: string,
): Content {
  const isCoded = fields.some(
    ([name, value]) => name.toLowerCase() === 'content-encoding' && value !== 'identity',
  )
  if (method === 'HEAD' || status === 204 || status === 304 || isCoded) return { absent: true }
  if (type !== 'application/json') return { value: Buffer.from(body).toString('latin1') }
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(body)
    return { value: JSON.parse(text) }
  } catch (error) {
    return { broken: `The body is not JSON: ${error instanceof Error ? error.message : ''}` }
  }
}

/** Undefined for warnings. */
function toFault({ path, code, message, severity }: Violation): ToldFault['fault'] | undefined {
  if (path === undefined) {
    if (message.includes('media type')) return { part: 'content-type' }
    return severity === 0 && message.includes('status code') ? { part: 'status' } : undefined
  }
  const [part, ...place] = path
  // Prism checks int32 as a format.
  if (part === 'body') return { part, place, keyword: code === 'format' ? 'maximum' : String(code) }
  if (part !== 'header') return undefined
  const [, missing] = /required property '([^']+)'/.exec(message) ?? []
  return { part, name: missing ?? place[0] ?? '', missing: missing !== undefined }
}
