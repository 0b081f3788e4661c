/** What the contract says about a request: everything that is wrong with it, in order, or why it is valid. */
import { listPlants, otherOperations } from '../contract.ts'
import type { AnyOperation } from '../../src/document/model.ts'
import { operationsAt, splitTarget } from '../../src/document/paths.ts'
import type { SentRequest } from '../../src/exchange.ts'
import { type PlantAnalysis, fault } from './analysis.ts'
import { readCredential } from './credential.ts'
import { groundsOf, isTooMuch, statusesOf } from './form.ts'
import { reduceToGiven } from './given.ts'
import { hasTargetForm, placeFaults } from './place.ts'
import { readLimit, readQuery } from './query.ts'
import type { Known } from './known.ts'

/** The request must contain the tokens themselves, not their stand-ins. */
export function analyse(request: SentRequest, known: Known): PlantAnalysis {
  if (isMalformed(request)) return analyseMalformed(request, known.only)
  const analysis = analyseAll(request, known)
  return known.only === 'all' ? analysis : reduceToGiven(request, analysis, known)
}

/** Bytes of which only one thing is known: they are not a well-formed request. */
const isMalformed = ({ bytes, fields }: SentRequest): boolean => bytes !== undefined && fields.length === 0

/** The given contract is silent about malformed requests. */
const analyseMalformed = ({ method, bytes = '' }: SentRequest, only: Known['only']): PlantAnalysis => ({
  allowed: [],
  isHead: method === 'HEAD',
  faults: [fault('malformed-request-400', isOfOtherVersion(bytes) ? [400, 505] : [400])],
  grounds: [],
  alsoFine: [],
  owed: only === 'given' ? 'nothing' : 'a response',
  isOpen: only === 'given',
})

/** Whether it is in another major version of HTTP, or may be taken for HTTP/0.9 (RFC 9110, 15.6.6). */
const isOfOtherVersion = (bytes: string): boolean => !/^[^\r\n]* HTTP\/1\.\d\r?\n/.test(bytes)

function analyseAll(request: SentRequest, known: Known): PlantAnalysis {
  const { tokens, host } = known
  const { method } = request
  const [path, query] = splitTarget(request.target)
  const elsewhere = operationsAt(otherOperations, path)
  const own = path === listPlants.path ? ['GET', 'HEAD'] : []
  const allowed = [...own, ...elsewhere.map((one) => one.method)]
  const isList = own.includes(method)
  const credential = readCredential(request, tokens)
  const read = readLimit(isList ? query : '')
  const { limit } = read
  const modified = known.modifiedOf?.({ caller: credential.caller, limit })
  const faults = [
    ...placeFaults(request, allowed, isList),
    credential.misplaced,
    ...(readQuery(query).has('access_token') ? [fault('token-not-in-query', [400])] : []),
    credential.refused,
    ...read.faults,
  ].filter((one) => one !== undefined)
  return {
    isList,
    allowed,
    isHead: method === 'HEAD',
    faults,
    grounds: [...credential.grounds, ...read.grounds, ...groundsOf(request)],
    alsoFine: [
      ...statusesOf(request, host, modified),
      // A service that answers OPTIONS may do so only for its callers.
      ...(method === 'OPTIONS' ? (faults[1]?.statuses ?? []) : []),
    ],
    owed: isTooMuch(request) ? 'a response or a reset' : 'a response',
    isOpen: credential.isOpen || isOpenPlace(request) || isAnothers(method, elsewhere, own),
    caller: credential.caller,
    limit,
  }
}

/** Whether no document says what is there. */
const isOpenPlace = ({ method, target }: SentRequest): boolean =>
  method !== 'CONNECT' && !hasTargetForm(target)

/** Whether it asks for another operation, or for what only other operations have the path of. */
const isAnothers = (method: string, elsewhere: readonly AnyOperation[], own: readonly string[]): boolean =>
  elsewhere.some((one) => [method, ...(method === 'HEAD' ? ['GET'] : [])].includes(one.method)) ||
  (elsewhere.length > 0 && own.length === 0)
