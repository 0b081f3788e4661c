/** The header fields of a response. The given contract is silent about them: all rules here complete it. */
import { fieldValue, valuesOf } from '@plant-store/raw-http'
import { type DeclaredField, fieldsOf } from './responses.ts'
import type { RawResponse, SentRequest } from '../../exchange.ts'
import type { Analysis } from '../../oracle/analysis.ts'
import { lastingField, programField } from './revealing-fields.ts'
import { isBearers } from './credential.ts'
import type { Examination } from '../../oracle/examination.ts'
import type { RequestContext } from './knowledge.ts'
import { normalizeField, opaqueTag, representationKey } from '../../oracle/normalize-field.ts'

type Look<Value> = (response: RawResponse, context: RequestContext) => Value

/** Something that is due of the header fields of some responses. */
interface HeadCheck {
  readonly rule: string | Look<string>
  /** All responses where it is missing. */
  readonly when?: Look<boolean>
  /** What came instead; undefined if nothing is wrong. */
  readonly fault: Look<string | undefined>
  readonly due: string | Look<string>
}

/** Checks every declared field, and what else is due of the fields. */
export function checkHead(response: RawResponse, context: RequestContext, seen: Examination): void {
  for (const { name, ruleOfAbsence, ruleOfForm, faultOf } of declaredFields(response.status, context)) {
    const value = fieldValue(response, name)
    const due = value === undefined ? `with every ${response.status}` : faultOf(value)
    const absence = value === undefined ? `no ${name}` : undefined
    seen.require('declared-headers-sent', absence, `${name} with every ${response.status}`)
    const came = due === undefined ? undefined : (absence ?? `${name}: ${value}`)
    seen.require(absence === undefined ? ruleOfForm : ruleOfAbsence, came, `${name} ${due}`)
  }
  const read = <Value>(value: Value | Look<Value>): Value =>
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- no value here is a function itself
    typeof value === 'function' ? (value as Look<Value>)(response, context) : value
  for (const { rule, when = true, fault, due } of checks)
    if (read<boolean>(when)) seen.require(read<string>(rule), fault(response, context), read<string>(due))
}

/** HTTP's own responses carry the fields of the nearest declared response. */
function declaredFields(status: number, { analysis, knowledge }: RequestContext): readonly DeclaredField[] {
  const own = analysis.operation?.responses[status]
  const [nearest = analysis.operation] = knowledge.operations
  const likeList = (analysis.operation ?? nearest)?.responses[200]
  const like = status < 304 ? undefined : status === 304 ? likeList : nearest?.responses[400]
  const response = own ?? like
  return response === undefined ? [] : fieldsOf(response)
}

/** The form of every id. A request's own id comes back only if it has this form. */
export const requestIdForm = /^[\w.:-]{1,64}$/

/** The statuses of requests that are refused before routing. */
const beforeRouting = new Set([408, 413, 414, 417, 431])
/** The form of a request, an unknown method or an odd target may be refused with 400 before anything else is read. */
const ofForm = new Set(['malformed-request-400', 'unknown-method-400', 'other-methods-405', 'no-other-path'])

/** Whether the service has read the fields of the request: the response to another may have been made beforehand. */
export function isRead(
  { method }: SentRequest,
  { status }: RawResponse,
  { faults: [fault], alsoFine }: Analysis,
): boolean {
  const isOfForm = status === 400 && (alsoFine.includes(400) || ofForm.has(fault?.rule ?? ''))
  // CONNECT leads to no path: servers hand it over as a bare socket.
  return !beforeRouting.has(status) && !isOfForm && method !== 'CONNECT'
}

const ownIds: Look<readonly string[]> = (_response, { request }) => valuesOf(request, 'x-request-id')

const checks: readonly HeadCheck[] = [
  {
    rule: 'no-banner',
    fault: programField,
    due: 'no version of the software, and no header only to name it',
  },
  {
    rule: ({ status }) => (status < 400 ? 'list-is-private' : 'refusals-not-stored'),
    when: ({ status }, { analysis: { operation } }) =>
      status === 200 ? operation !== undefined : status === 304 || status >= 400,
    fault: lastingField,
    due: ({ status }) =>
      `nothing that lets a ${status < 400 ? 'shared cache keep the list' : 'cache keep the refusal'}`,
  },
  {
    // An empty Authorization line may count as a credential or as none. For one of another scheme there is no error code
    // (RFC 6750, 3.1). Both readings are fine.
    rule: 'challenge-names-refusal',
    when: (response, { request }) => {
      const [sent = 'Bearer'] = valuesOf(request, 'authorization')
      return (
        response.status === 401 && fieldValue(response, 'WWW-Authenticate') !== undefined && isBearers(sent)
      )
    },
    fault: (response, { request }) => {
      const isNamed = normalizeField(response, 'WWW-Authenticate')?.endsWith('error: invalid_token') === true
      const isSent = valuesOf(request, 'authorization').length > 0
      return isNamed === isSent ? undefined : fieldValue(response, 'WWW-Authenticate')
    },
    due: (_response, { request }) =>
      valuesOf(request, 'authorization').length > 0
        ? 'error="invalid_token"'
        : 'no error in the challenge: no credential was sent',
  },
  {
    rule: 'request-id-sent',
    fault: (response) => (fieldValue(response, 'X-Request-Id') === undefined ? 'no X-Request-Id' : undefined),
    due: 'X-Request-Id with every response',
  },
  {
    rule: 'request-id-kept',
    when: (response, context) => {
      const [id = '', ...others] = ownIds(response, context)
      return (
        isRead(context.request, response, context.analysis) && others.length === 0 && requestIdForm.test(id)
      )
    },
    fault: (response, context) => {
      const id = fieldValue(response, 'X-Request-Id')
      return id === ownIds(response, context)[0] ? undefined : `X-Request-Id: ${id ?? ''}`
    },
    due: (response, context) => `X-Request-Id: ${ownIds(response, context).join()}`,
  },
  {
    // Where OPTIONS is answered, Allow may name it as well. CONNECT names no path. If nothing is there, or the request
    // can't be read, 405 is wrong whatever Allow says.
    rule: 'allow-names-methods',
    when: (response, { request: { method }, analysis: { isOpen, allowed } }) => {
      const hasResponse =
        method === 'OPTIONS' && response.status < 300 && fieldValue(response, 'Allow') !== undefined
      return !isOpen && method !== 'CONNECT' && allowed.length > 0 && (response.status === 405 || hasResponse)
    },
    fault: (response, { analysis: { allowed } }) => {
      const allow = fieldValue(response, 'Allow')
      const named = new Set(allow?.split(',').map((name) => name.trim()))
      named.delete('OPTIONS')
      return named.symmetricDifference(new Set(allowed)).size === 0 ? undefined : `Allow: ${allow ?? 'none'}`
    },
    due: (_response, { analysis }) => `Allow: ${analysis.allowed.join(', ')}`,
  },
  {
    // A list in a form that the request chose, according to Vary, may have another tag.
    rule: ({ status }) => (status === 304 ? 'not-modified-same-fields' : 'equal-requests-equal-answers'),
    when: (response, { request, analysis, knowledge }) =>
      (response.status === 200 || response.status === 304) &&
      analysis.faults.length === 0 &&
      knowledge.tagOf(analysis) !== undefined &&
      representationKey(request, response, analysis) === '',
    fault: (response, { analysis, knowledge }) =>
      normalizeField(response, 'ETag') === opaqueTag(knowledge.tagOf(analysis) ?? '')
        ? undefined
        : `ETag: ${fieldValue(response, 'ETag') ?? 'none'}`,
    due: (_response, { analysis, knowledge }) => `ETag: ${knowledge.tagOf(analysis)}, as before`,
  },
]
