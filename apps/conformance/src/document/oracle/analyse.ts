/** What is due to a request, by the document and by HTTP. */
import { isUtf8 } from 'node:buffer'
import { valuesOf } from '@plant-store/raw-http'
import type { RawResponse, SentRequest } from '../../exchange.ts'
import type { Analysis, Examination } from '../../oracle/any-oracle.ts'
import { statusesOfForm } from '../../oracle/form.ts'
import { type AnyOperation, isSafe, needsCredential } from '../model.ts'
import type { Service } from './service.ts'
import { isAddressable, operationsAt, splitTarget } from '../paths.ts'
import { ruleId } from '../rules.ts'
import { readParts } from './parameters.ts'

/** What is due to a request, and the operation that it asks for. */
export interface DocumentAnalysis extends Analysis {
  /** HEAD asks for the operation of GET. Undefined where the document declares none. */
  readonly asked?: AnyOperation
  /** Whether the document leaves open if the request is right: a refusal is as good as a success. */
  readonly mayBeRefused: boolean
  /** The values of its parameters, by name; those that readers may read in different ways are left out. */
  readonly values: ReadonlyMap<string, unknown>
}

/** A response, with all that it is held against. */
export interface Received {
  readonly request: SentRequest
  readonly response: RawResponse
  readonly analysis: DocumentAnalysis
  readonly service: Service
  /** What it shows. */
  readonly seen: Examination
}

/** The request must contain the callers' own values, not their stand-ins. */
export function analyse(request: SentRequest, service: Service): DocumentAnalysis {
  const { method, bytes = '', target } = request
  const nothing = {
    isHead: method === 'HEAD',
    allowed: [],
    alsoFine: [],
    mayBeRefused: true,
    values: new Map<string, unknown>(),
    isOpen: false,
  } as const
  const malformed = service.malformed.get(bytes)
  // A service may also close the connection without a word.
  if (malformed !== undefined) return { ...nothing, faults: [{ rule: malformed }], owed: 'nothing' }
  const [path] = splitTarget(target)
  // What is no URI names no resource (RFC 3986, 2.1), and may be refused before anybody looks for one.
  const here = /%(?![\da-f]{2})/i.test(path) ? [] : operationsAt(service.contract.operations, path)
  const asked =
    here.find((one) => one.method === method) ?? here.find((one) => method === 'HEAD' && one.method === 'GET')
  const allowed = here.flatMap((one) => (one.isElsewhere ? [] : [one.method]))
  const common = { ...nothing, allowed, owed: 'a response', caller: service.callerOf(request) } as const
  if (asked !== undefined) return { ...common, asked, ...faultsIn(asked, request, service, common.caller) }
  const faults = method === unknownMethod ? [{ rule: 'unknown-method-refused' }] : []
  return { ...common, faults, alsoFine: statusesOf(request, service), isOpen: true }
}

/** What is wrong with the request as one for this operation, and whether it may be refused all the same. */
function faultsIn(
  asked: AnyOperation,
  request: SentRequest,
  service: Service,
  caller: number | undefined,
): Pick<DocumentAnalysis, 'faults' | 'mayBeRefused' | 'alsoFine' | 'values'> {
  const { method } = request
  const { values, isOpen, broken } = readParts(asked, service, request)
  const isOthers = [...values].some(
    ([name, value]) => service.otherOwnerOf(name, value, caller) !== undefined,
  )
  const mayBeRefused =
    asked.isElsewhere ||
    asked.method !== method ||
    isOpen ||
    !isSafe(method) ||
    !service.exists(asked, values, caller)
  const rules = [
    ...(caller === undefined && needsCredential(asked) ? [ruleId(asked, 'credential')] : []),
    ...(isOthers ? [ruleId(asked, 'access')] : []),
    ...broken,
  ]
  const alsoFine = statusesOf(request, service, asked, values)
  return { faults: rules.map((rule) => ({ rule })), mayBeRefused, alsoFine, values }
}

/** The statuses that the form and the parts of a right request may lead to. */
function statusesOf(
  request: SentRequest,
  { host }: Service,
  asked?: AnyOperation,
  values?: ReadonlyMap<string, unknown>,
): readonly number[] {
  const bytes = request.target.replaceAll(/%([\da-f]{2})/gi, (_, code: string) =>
    String.fromCodePoint(parseInt(code, 16)),
  )
  const isNamed = asked?.parameters.some((one) => one.in !== 'path' && values?.has(one.name) === true)
  const may: readonly (readonly [status: number, is: boolean | undefined])[] = [
    // HTTP leaves open what codes mean that are no text in UTF-8.
    [400, !isUtf8(Buffer.from(bytes, 'latin1'))],
    // Content that has no meaning may be refused, before anybody knows what is asked for (RFC 9110, 9.3.1).
    [400, asked?.body === undefined && (request.body ?? '') !== ''],
    // A parameter beside the path may name what does not exist.
    [404, isNamed === true && asked?.responses.some(({ status }) => status === '404')],
    // A range may lie behind the end (RFC 9110, 15.5.17).
    [416, valuesOf(request, 'range').length > 0],
  ]
  return [...statusesOfForm(request, host), ...may.flatMap(([status, is]) => (is === true ? [status] : []))]
}

/** A word that is no method of HTTP. */
export const unknownMethod = 'BREW'

/** The contract's safe operations, and with `writes` all of them, as far as they can be asked for. */
export const triedOf = (operations: readonly AnyOperation[], writes: boolean): readonly AnyOperation[] =>
  operations.filter((one) => isAddressable(one) && (writes || isSafe(one.method)))
