/** What is due to a request, by the document and by HTTP. */
import { valuesOf } from '@plant-store/raw-http'
import type { SentRequest } from '../../exchange.ts'
import { type Analysis, fault } from '../../oracle/analysis.ts'
import { formOf } from '../../oracle/form.ts'
import { splitTarget } from '../../contract/target.ts'
import { type AnyContract, type AnyOperation, isSafe } from '../model.ts'
import { bodyFault } from './body-of-request.ts'
import type { Service } from './service.ts'
import { operationsAt } from '../paths.ts'
import { unknownType } from '../values/media-types.ts'
import { readParameters } from './parameters.ts'

/** What is due to a request, and the operation that it asks for. */
export interface DocumentAnalysis extends Analysis {
  /** HEAD asks for the operation of GET. Undefined where the document declares none. */
  readonly asked?: AnyOperation
  /** Whether the document leaves open if the request is right: a refusal is as good as a success. */
  readonly mayBeRefused: boolean
  /** The values of its parameters, by name; those that readers may read in different ways are left out. */
  readonly values: ReadonlyMap<string, unknown>
}

/** The request must contain the callers' own values, not their stand-ins. */
export function analyse(request: SentRequest, service: Service): DocumentAnalysis {
  const { method } = request
  const open = {
    isHead: method === 'HEAD',
    grounds: [],
    mayBeRefused: true,
    values: new Map<string, unknown>(),
  } as const
  const malformed = service.malformed.get(request.bytes ?? '')
  // A service may also close the connection without a word.
  if (malformed !== undefined)
    return { ...open, allowed: [], faults: [fault(malformed)], alsoFine: [], owed: 'nothing', isOpen: false }
  const [path] = splitTarget(request.target)
  // What is no URI names no resource (RFC 3986, 2.1), and may be refused before anybody looks for one.
  const here = /%(?![\da-f]{2})/i.test(path) ? [] : operationsAt(service.contract.operations, path)
  const asked =
    here.find((one) => one.method === method) ?? here.find((one) => method === 'HEAD' && one.method === 'GET')
  const caller = service.callerOf(request)
  const common = {
    ...open,
    allowed: here.flatMap((one) => (one.isElsewhere ? [] : [one.method])),
    alsoFine: statusesOfForm(request, service),
    owed: 'a response',
    caller,
  } as const
  if (asked === undefined) {
    const faults = method === unknownMethod ? [fault('unknown-method-refused')] : []
    return { ...common, faults, isOpen: true }
  }
  const { alsoFine, ...judged } = judge(asked, request, service, caller)
  return { ...common, asked, ...judged, alsoFine: [...common.alsoFine, ...alsoFine], isOpen: false }
}

/** What is wrong with the request as one for this operation, and whether it may be refused all the same. */
function judge(
  asked: AnyOperation,
  request: SentRequest,
  service: Service,
  caller: number | undefined,
): Pick<DocumentAnalysis, 'faults' | 'mayBeRefused' | 'alsoFine' | 'values'> {
  const { method } = request
  const { values, isOpen, faults } = readParameters(asked, service.contract, request)
  const isOthers = [...values].some(
    ([name, value]) => service.otherOwnerOf(name, value, caller) !== undefined,
  )
  const body = bodyFault(asked, service.contract, request)
  const mayBeRefused =
    asked.isElsewhere ||
    asked.method !== method ||
    isOpen ||
    asked.parameters.some((one) => service.isOfOwnForm(one, values.get(one.name))) ||
    body === 'open' ||
    !isSafe(method) ||
    !service.exists(asked, values, caller)
  const all = [
    caller === undefined && needsCredential(asked) && fault(`${asked.id}:credential`),
    isOthers && fault(`${asked.id}:access`),
    ...faults,
    body,
  ].filter((one) => typeof one === 'object')
  return { faults: all, mayBeRefused, alsoFine: statusesOfParts(asked, request, values), values }
}

/** The statuses that the parts of a right request may lead to. */
function statusesOfParts(
  asked: AnyOperation,
  request: SentRequest,
  values: ReadonlyMap<string, unknown>,
): readonly number[] {
  const isNamed = asked.parameters.some((one) => one.in !== 'path' && values.has(one.name))
  return [
    // A parameter beside the path may name what does not exist.
    ...(isNamed && asked.responses.some(({ status }) => status === '404') ? [404] : []),
    // Content that has no meaning may be refused, before anybody knows what is asked for (RFC 9110, 9.3.1).
    ...(asked.body === undefined && (request.body ?? '') !== '' ? [400] : []),
    // A range may lie behind the end (RFC 9110, 15.5.17).
    ...(valuesOf(request, 'range').length > 0 ? [416] : []),
  ]
}

/** The statuses that the form of a request may lead to. HTTP leaves open what codes mean that are no text in UTF-8. */
function statusesOfForm(request: SentRequest, { host }: Service): readonly number[] {
  const isAcceptable = valuesOf(request, 'accept').join() !== unknownType
  const statuses = [...formOf(request, { host }).statuses, ...(isAcceptable ? [] : [406])]
  try {
    decodeURIComponent(request.target.replaceAll(/%(?![\da-f]{2})/gi, '%25'))
    return statuses
  } catch {
    return [...statuses, 400]
  }
}

/** A word that is no method of HTTP. */
export const unknownMethod = 'BREW'

/** Whether every alternative of the operation's security asks for a credential. */
export const needsCredential = ({ security }: AnyOperation): boolean =>
  security.length > 0 && security.every((schemes) => schemes.length > 0)

/** The contract's safe operations, and with `writes` all of them. */
export const triedOf = (
  { operations }: Pick<AnyContract, 'operations'>,
  writes: boolean,
): readonly AnyOperation[] => operations.filter(({ method }) => writes || isSafe(method))
