/** What the contract says about a request: everything that is wrong with it, in order, or why it is valid. */
import { methodsAt, type Operation, splitTarget } from '../contract/operations.ts'
import { matchPath } from '../document/paths.ts'
import type { SentRequest } from '../exchange.ts'
import { type Analysis, fault, type Known } from './analysis.ts'
import { readCredential } from './credential.ts'
import { formOf, isTooMuch } from './form.ts'
import { reduceToGiven } from './given.ts'
import { hasTargetForm, placeFaults } from './place.ts'
import { noNumbers, readNumbers, readQuery } from './query.ts'

/** The request must contain the tokens themselves, not their stand-ins. */
export function analyse(request: SentRequest, known: Known): Analysis {
  if (isMalformed(request)) return analyseMalformed(request, known.only)
  const analysis = analyseAll(request, known)
  return known.only === 'all' ? analysis : reduceToGiven(request, analysis, known)
}

/** Bytes of which only one thing is known: they are not a well-formed request. */
const isMalformed = ({ bytes, fields }: SentRequest): boolean => bytes !== undefined && fields.length === 0

/** The given contract is silent about malformed requests. */
const analyseMalformed = ({ method, bytes = '' }: SentRequest, only: Known['only']): Analysis => ({
  allowed: [],
  isHead: method === 'HEAD',
  faults: [fault('malformed-request-400', isOfOtherVersion(bytes) ? [400, 505] : [400])],
  grounds: [],
  alsoFine: [],
  owed: only === 'given' ? 'nothing' : 'a response',
  isOpen: only === 'given',
  numbers: {},
})

/** Whether it is in another major version of HTTP, or may be taken for HTTP/0.9 (RFC 9110, 15.6.6). */
const isOfOtherVersion = (bytes: string): boolean => !/^[^\r\n]* HTTP\/1\.\d\r?\n/.test(bytes)

function analyseAll(request: SentRequest, known: Known): Analysis {
  const { operations, templates, tokens, host } = known
  const { method } = request
  const [path, query] = splitTarget(request.target)
  const allowed = methodsAt(operations, path)
  const operation = operations.find((one) => one.path === path && isMethodOf(one, method))
  const parameters = readQuery(query)
  const credential = readCredential(request, tokens)
  const numbers = operation === undefined ? noNumbers : readNumbers(operation, parameters)
  const modified = known.modifiedOf?.({ operation, caller: credential.caller, numbers: numbers.values })
  const form = formOf(request, { host, modified })
  const faults = [
    ...placeFaults(request, allowed, operation !== undefined),
    credential.misplaced,
    ...(parameters.some(({ name }) => name === 'access_token') ? [fault('token-not-in-query', [400])] : []),
    credential.refused,
    ...numbers.faults,
  ].filter((one) => one !== undefined)
  return {
    ...(operation !== undefined && { operation }),
    allowed,
    isHead: method === 'HEAD',
    faults,
    grounds: [...credential.grounds, ...numbers.grounds, ...form.grounds],
    alsoFine: [
      ...form.statuses,
      // A service that answers OPTIONS may do so only for its callers.
      ...(method === 'OPTIONS' ? (faults[1]?.statuses ?? []) : []),
    ],
    owed: isTooMuch(request) ? 'a response or a reset' : 'a response',
    isOpen: credential.isOpen || isOpenPlace(request, path, templates),
    ...(credential.caller !== undefined && { caller: credential.caller }),
    numbers: numbers.values,
  }
}

/** Whether no document says what is there. */
const isOpenPlace = (
  { method, target }: SentRequest,
  path: string,
  templates: readonly Operation[],
): boolean =>
  (method !== 'CONNECT' && !hasTargetForm(target)) ||
  templates.some((template) => matchPath(template.path, path) !== undefined)

const isMethodOf = (operation: Operation, method: string): boolean =>
  operation.method === method || (operation.method === 'GET' && method === 'HEAD')
