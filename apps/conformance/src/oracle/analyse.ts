/** What the contract says about a request: everything that is wrong with it, in order, or why it is valid. */
import { valuesOf } from '@plant-store/raw-http'
import { fitsTemplate } from '../contract/path-template.ts'
import type { SentRequest } from '../exchange.ts'
import type { Analysis, AskedFor } from './analysis.ts'
import type { LastModified } from './condition.ts'
import { type Credential, type KnownTokens, readCredential } from './credential.ts'
import { type Fault, fault } from './fault.ts'
import { formGrounds, formStatuses, isTooMuch } from './form.ts'
import { reduceToGiven } from './given.ts'
import { integerFault } from './integer-fault.ts'
import { knownMethods, rareMethods } from './methods.ts'
import { integerParameters, methodsAt, type Operation } from './operation.ts'
import { type Parameter, readQuery } from './query.ts'

/** What is known about the service. */
export interface Known {
  /** Operations whose path is not a template. */
  readonly operations: readonly Operation[]
  /** Operations whose path is a template: what exists at such paths is open. */
  readonly templates: readonly Operation[]
  readonly tokens: KnownTokens
  readonly only: 'given' | 'all'
  /** The service's host and port, where known. */
  readonly host?: string
  /** When a list was last changed, where answers say so. */
  readonly modifiedOf?: (list: AskedFor) => LastModified | undefined
}

/** The request must contain the tokens themselves, not their stand-ins. */
export function analyse(request: SentRequest, known: Known): Analysis {
  if (isMalformed(request)) return analyseMalformed(request, known.only)
  const analysis = analyseAll(request, known)
  return known.only === 'all' ? analysis : reduceToGiven(request, analysis, known)
}

/** Octets of which only one thing is known: they are not a well-formed request. */
const isMalformed = ({ octets, fields }: SentRequest): boolean => octets !== undefined && fields.length === 0

/** The given contract is silent about malformed requests. */
const analyseMalformed = ({ method, octets = '' }: SentRequest, only: Known['only']): Analysis => ({
  allowed: [],
  isHead: method === 'HEAD',
  faults: [fault('malformed-request-400', isOfOtherVersion(octets) ? [400, 505] : [400])],
  grounds: [],
  alsoFine: [],
  owed: only === 'given' ? 'nothing' : 'an answer',
  isOpen: only === 'given',
  numbers: {},
})

/** Whether it is in another major version of HTTP, or may be taken for HTTP/0.9 (RFC 9110, 15.6.6). */
const isOfOtherVersion = (octets: string): boolean => !/^[^\r\n]* HTTP\/1\.\d\r?\n/.test(octets)

function analyseAll(request: SentRequest, known: Known): Analysis {
  const { operations, templates, tokens, host } = known
  const { method, target } = request
  const [path, query] = splitTarget(target)
  const allowed = methodsAt(operations, path)
  const operation = operations.find((one) => one.path === path && isMethodOf(one, method))
  const parameters = readQuery(query)
  const credential = readOnlyCredential(request, tokens)
  const numbers = operation === undefined ? noNumbers : readNumbers(operation, parameters)
  const modified = known.modifiedOf?.({ operation, caller: credential.caller, numbers: numbers.values })
  const faults = [
    ...placeFaults(request, allowed, operation !== undefined),
    ...credential.misplaced,
    ...queryFaults(parameters),
    ...credential.refused,
    ...numbers.faults,
  ]
  return {
    ...(operation !== undefined && { operation }),
    allowed,
    isHead: method === 'HEAD',
    faults,
    grounds: [...credential.grounds, ...numbers.grounds, ...formGrounds(request)],
    alsoFine: [
      ...formStatuses(request, { host, modified }),
      // A service that answers OPTIONS may do so only for its callers.
      ...(method === 'OPTIONS' ? (faults[1]?.statuses ?? []) : []),
    ],
    owed: isTooMuch(request) ? 'an answer or a reset' : 'an answer',
    isOpen:
      credential.isOpen ||
      (method !== 'CONNECT' && !hasTargetForm(target)) ||
      templates.some((template) => fitsTemplate(template.path, path)),
    ...(credential.caller !== undefined && { caller: credential.caller }),
    numbers: numbers.values,
  }
}

/**
 * Checks the form of the method, the path, then the method itself, which a service need not know (501; RFC 9110, 9.1). OPTIONS may also be answered. CONNECT names a host and
 * no path (RFC 9112, 3.2.3), so a service may refuse it as malformed, or find nothing there. OPTIONS of `*` is about the
 * whole server (RFC 9110, 9.3.7).
 */
function placeFaults(
  { method, target }: SentRequest,
  allowed: readonly string[],
  isThere: boolean,
): readonly Fault[] {
  if (method === 'CONNECT') {
    return [fault('other-methods-405', target.startsWith('/') ? [405, 400] : [405, 400, 404])]
  }
  const isRare = rareMethods.has(method)
  if (!isRare && !knownMethods.has(method)) {
    return [fault('unknown-method-400', [400, 501])]
  }
  if (allowed.length === 0) {
    const ofForm = isRare ? [400, 501] : hasTargetForm(target) ? [] : [400]
    return [fault('no-other-path', [404, ...ofForm, ...(isAboutServer(method, target) ? [200, 204] : [])])]
  }
  if (isRare) {
    return [fault('other-methods-405', [405, 400, 501])]
  }
  return isThere ? [] : [fault('other-methods-405', method === 'OPTIONS' ? [405, 200, 204] : [405])]
}

const isAboutServer = (method: string, target: string): boolean => method === 'OPTIONS' && target === '*'

/** Whether it is a path, an absolute URL, or `*` for the whole server; without a fragment. */
const hasTargetForm = (target: string): boolean => targetForm.test(target)
const targetForm =
  /^(?:\/[^#]*|https?:\/\/(?:[^/?#@]*@)?(?:[\w.~%-]+|\[[^\]]*\])(?::\d*)?(?:[/?][^#]*)?|\*)$/i

/** The query is everything after the first question mark. Of an absolute URL, only the part after the host counts. */
function splitTarget(whole: string): readonly [path: string, query: string] {
  const target = whole.replace(/^https?:\/\/[^/?#]*(?=([/?]?))/i, (_, next: string) =>
    next === '/' ? '' : '/',
  )
  const at = target.indexOf('?')
  return at === -1 ? [target, ''] : [target.slice(0, at), target.slice(at + 1)]
}

const isMethodOf = (operation: Operation, method: string): boolean =>
  operation.method === method || (operation.method === 'GET' && method === 'HEAD')

/** The result of reading the Authorization lines. */
interface OnlyCredential extends Pick<Credential, 'caller' | 'grounds' | 'isOpen'> {
  /** There is more than one line. */
  readonly misplaced: readonly Fault[]
  readonly refused: readonly Fault[]
}

/** Nothing says which of two lines would count, so neither is read. */
function readOnlyCredential(request: SentRequest, tokens: KnownTokens): OnlyCredential {
  const [value, ...more] = valuesOf(request, 'authorization')
  if (more.length > 0) {
    return { misplaced: [fault('authorization-once', [400])], refused: [], grounds: [], isOpen: false }
  }
  const { fault: why, ...credential } = readCredential(value, tokens, holdsToken(request, tokens))
  return { ...credential, misplaced: [], refused: why === undefined ? [] : [why] }
}

/** Whether an accepted token appears where tokens do not count. */
function holdsToken({ target, fields, body = '' }: SentRequest, { accepted }: KnownTokens): boolean {
  const texts = [target, body, ...fields.map(([, value]) => value)]
  return accepted.some((token) => texts.some((text) => text.includes(token)))
}

const queryFaults = (parameters: readonly Parameter[]): readonly Fault[] =>
  parameters.some(({ name }) => name === 'access_token') ? [fault('token-not-in-query', [400])] : []

interface Numbers {
  readonly values: Readonly<Record<string, number>>
  readonly faults: readonly Fault[]
  readonly grounds: readonly string[]
}

const noNumbers: Numbers = { values: {}, faults: [], grounds: [] }

function readNumbers(operation: Operation, parameters: readonly Parameter[]): Numbers {
  const values: Record<string, number> = {}
  const faults: Fault[] = []
  const grounds: string[] = []
  const integers = integerParameters(operation)
  if (parameters.some(({ name }) => integers.every((integer) => integer.name !== name))) {
    grounds.push('other-parameters-ignored')
  }
  for (const integer of integers) {
    const [given, ...more] = parameters.filter(({ name }) => name === integer.name)
    if (given !== undefined) {
      const rule = more.length > 0 ? 'limit-once' : integerFault(given.value, integer)
      faults.push(...(rule === undefined ? [] : [fault(rule, [400], 'wrong-request-400')]))
      values[integer.name] = Number(given.value)
      grounds.push(
        given.value === '0' ? 'limit-zero' : 'limit-accepts-every-number',
        ...(given.isEncoded ? ['limit-is-percent-decoded'] : []),
      )
    }
  }
  return { values, faults, grounds }
}
