/** What is due to a request, by the document and by HTTP. */
import { valuesOf } from '@plant-store/raw-http'
import type { SentRequest } from '../../exchange.ts'
import { type Analysis, fault, type Fault } from '../../oracle/analysis.ts'
import { formOf } from '../../oracle/form.ts'
import { splitTarget } from '../../contract/target.ts'
import { type AnyContract, type AnyOperation, isSafe } from '../model.ts'
import { bodyFault } from './body-of-request.ts'
import type { Service } from './service.ts'
import { operationsAt } from '../paths.ts'
import { unknownType } from '../values/media-types.ts'
import { readParameters } from './parameters.ts'
import { refusals } from './refusals.ts'

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
  if (malformed !== undefined) {
    // A service may also close the connection without a word.
    const faults = [fault(malformed, [...refusals, 501, 505])]
    return { ...open, allowed: [], faults, alsoFine: [], owed: 'nothing', isOpen: false }
  }
  const [path] = splitTarget(request.target)
  const here = operationsIn(service, path)
  const asked = askedAt(here, method)
  const caller = service.callerOf(request)
  const common = {
    ...open,
    allowed: here.flatMap((one) => (one.isElsewhere ? [] : [one.method])),
    alsoFine: statusesOfForm(request, service),
    owed: 'a response',
    caller,
  } as const
  if (asked === undefined) {
    const faults = method === unknownMethod ? [fault('unknown-method-refused', [...refusals, 501])] : []
    return { ...common, faults, isOpen: true }
  }
  const parameters = readParameters(asked, service.contract, request)
  const body = bodyFault(asked, service.contract, request)
  const faults = [
    credentialFault(asked, caller),
    accessFault(asked, parameters.values, caller, service),
    ...parameters.faults,
    ...(body === 'open' ? [] : [body]),
  ].filter((one) => one !== undefined)
  const mayBeRefused =
    asked.isElsewhere ||
    asked.method !== method ||
    parameters.isOpen ||
    asked.parameters.some((one) => service.isOfOwnForm(one, parameters.values.get(one.name))) ||
    body === 'open' ||
    !isSafe(method) ||
    !service.exists(asked, parameters.values, caller)
  const ofParts = [...statusesOfNames(asked, parameters.values), ...statusesOfContent(asked, request)]
  const alsoFine = [...common.alsoFine, ...ofParts]
  return { ...common, asked, faults, mayBeRefused, alsoFine, values: parameters.values, isOpen: false }
}

/** What is no URI names no resource (RFC 3986, 2.1), and may be refused before anybody looks for one. */
const operationsIn = ({ contract }: Service, path: string): readonly AnyOperation[] =>
  /%(?![\da-f]{2})/i.test(path) ? [] : operationsAt(contract.operations, path)

/** 404, where the document speaks of it and a parameter beside the path may name what does not exist. */
const statusesOfNames = (
  { parameters, responses }: AnyOperation,
  values: ReadonlyMap<string, unknown>,
): readonly number[] =>
  parameters.some((one) => one.in !== 'path' && values.has(one.name))
    ? responses.flatMap(({ status }) => (status === '404' ? [404] : []))
    : []

/**
 * Content that has no meaning may be refused, before anybody knows what is asked for (RFC 9110, 9.3.1); and a range may lie
 * behind the end (15.5.17).
 */
const statusesOfContent = ({ body }: AnyOperation, request: SentRequest): readonly number[] => [
  ...(body === undefined && (request.body ?? '') !== '' ? [400] : []),
  ...(valuesOf(request, 'range').length > 0 ? [416] : []),
]

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

/** The operation that is asked for: by HEAD that of GET, where HEAD itself is not declared. */
const askedAt = (here: readonly AnyOperation[], method: string): AnyOperation | undefined =>
  [method, ...(method === 'HEAD' ? ['GET'] : [])]
    .map((name) => here.find((one) => one.method === name))
    .find((one) => one !== undefined)

/** A word that is no method of HTTP. */
export const unknownMethod = 'BREW'

/** Whether every alternative of the operation's security asks for a credential. */
export const needsCredential = ({ security }: AnyOperation): boolean =>
  security.length > 0 && security.every((schemes) => schemes.length > 0)

const credentialFault = (asked: AnyOperation, caller: number | undefined): Fault | undefined =>
  caller === undefined && needsCredential(asked) ? fault(`${asked.id}:credential`, refusals) : undefined

/** What the world file gives to one caller alone, no other may have. */
function accessFault(
  asked: AnyOperation,
  values: ReadonlyMap<string, unknown>,
  caller: number | undefined,
  service: Service,
): Fault | undefined {
  const isOthers = [...values].some(([name, value]) => service.isOfAnother(name, value, caller))
  return isOthers ? fault(`${asked.id}:access`, refusals) : undefined
}

/** The contract's safe operations, and with `writes` all of them. */
export const triedOf = (
  { operations }: Pick<AnyContract, 'operations'>,
  writes: boolean,
): readonly AnyOperation[] => operations.filter(({ method }) => writes || isSafe(method))
