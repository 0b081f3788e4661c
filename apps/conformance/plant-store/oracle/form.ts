/** The form of a request as our own contract sees it: what makes an unusual one valid, and what its size and date lead to. */
import { isContinue, valuesOf } from '@plant-store/raw-http'
import type { SentRequest } from '../../src/exchange.ts'
import { bounds, bytesOfHead, isLongHead, statusesOfForm } from '../../src/oracle/form.ts'
import type { LastModified } from './analysis.ts'

/** A service may answer before it has read content longer than this. */
const muchContent = 10_000

/** The rules that make a request of unusual form valid. */
export function groundsOf(request: SentRequest): readonly string[] {
  const { method, target, body } = request
  return [
    ...(method === 'HEAD' ? ['head-as-get'] : []),
    ...(body === undefined ? [] : ['content-means-nothing']),
    ...(expectsMore(request) ? ['expectation-417'] : []),
    ...(target.length > bounds.target / 4 ? ['target-of-8000'] : []),
    ...(bytesOfHead(request) > bounds.header / 4 ? ['header-of-16384'] : []),
  ]
}

/** Whether a service may have reset the connection before the whole request had arrived. */
export function isTooMuch(request: SentRequest): boolean {
  const { target, body = '' } = request
  return target.length > bounds.target || isLongHead(request) || body.length > muchContent
}

/** The statuses besides those of a success that its form may lead to; `host`: that of the service. */
export const statusesOf = (
  request: SentRequest,
  host: string | undefined,
  modified: LastModified | undefined,
): readonly number[] => [
  ...statusesOfForm(request, host),
  ...(expectsMore(request) ? [417] : []),
  ...(mayBeModified(request, modified) ? [412] : []),
]

/** HTTP defines one expectation; any other may be refused. */
const expectsMore = (request: SentRequest): boolean =>
  valuesOf(request, 'expect').some((value) => !isContinue(value))

/** Whether the list may have changed since the date in If-Unmodified-Since. */
function mayBeModified(request: SentRequest, modified: LastModified | undefined): boolean {
  const [since] = valuesOf(request, 'if-unmodified-since')
  return since !== undefined && modified !== undefined && !(Date.parse(since) >= modified.latest)
}
