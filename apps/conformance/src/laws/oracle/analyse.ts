/** What the contract says about a request: everything that is wrong with it, in order, or why it is right. */
import { METHODS } from 'node:http'
import type { SentRequest } from '../../exchange.ts'
import { type KnownTokens, readCredential } from './credential.ts'
import { asGiven, type Fault, fault, withAnyRefusal } from './fault.ts'
import { integerFault } from './integer-fault.ts'
import { integerParameters, methodsAt, type Operation } from './operation.ts'
import { type Parameter, readQuery } from './query.ts'

/** What is due to a request. */
export interface Analysis {
  /** Undefined where no operation is at the path, or the method is another one. */
  readonly operation?: Operation
  /** The methods at the path; none where the path is not there. */
  readonly allowed: readonly string[]
  readonly isHead: boolean
  /** The first decides the answer. */
  readonly faults: readonly Fault[]
  /** The rules by which a request of unusual form is right; the last one is broken when it is refused. */
  readonly grounds: readonly string[]
  /** Other statuses than 200 that are fine where nothing is wrong. */
  readonly alsoFine: readonly number[]
  /** The contract is silent: any answer in the right form will do. */
  readonly isOpen: boolean
  /** Whose token it carries, where that is to be accepted. */
  readonly caller?: number
  /** The parameters of the operation that are whole numbers, where they are right. */
  readonly numbers: Readonly<Record<string, number>>
}

/** What is known of the service. */
export interface Known {
  readonly operations: readonly Operation[]
  readonly tokens: KnownTokens
  readonly only: 'given' | 'all'
}

/** The request must be well-formed HTTP, and its stand-ins replaced by tokens. */
export function analyse(request: SentRequest, known: Known): Analysis {
  const analysis = analyseAll(request, known)
  return known.only === 'all' ? analysis : reduceToGiven(request, analysis)
}

function analyseAll(request: SentRequest, { operations, tokens }: Known): Analysis {
  const { method, target } = request
  const [path, query] = splitTarget(target)
  const allowed = methodsAt(operations, path)
  const operation = operations.find((one) => one.path === path && isMethodOf(one, method))
  const parameters = readQuery(query)
  const authorization = valuesOf(request, 'authorization')
  const isTwice = authorization.length > 1
  const credential = readCredential(authorization[0], tokens, holdsToken(request, tokens))
  const numbers = operation === undefined ? noNumbers : readNumbers(operation, parameters)
  return {
    ...(operation !== undefined && { operation }),
    allowed,
    isHead: method === 'HEAD',
    faults: [
      ...placeFaults(method, allowed, operation !== undefined),
      ...(isTwice ? [fault('authorization-once', [400])] : []),
      ...(parameters.some(({ name }) => name === 'access_token') ? [fault('token-not-in-query', [400])] : []),
      // Which of two lines counts is nowhere said.
      ...(credential.fault !== undefined && !isTwice ? [credential.fault] : []),
      ...numbers.faults,
    ],
    grounds: [...credential.grounds, ...numbers.grounds, ...formGrounds(request)],
    alsoFine: alsoFine(request),
    isOpen: method === 'CONNECT' || !targetForm.test(target),
    ...(credential.caller !== undefined && !isTwice && { caller: credential.caller }),
    numbers: numbers.values,
  }
}

/** The form of the method, the path, the method itself. OPTIONS may be answered as well. */
function placeFaults(method: string, allowed: readonly string[], isThere: boolean): readonly Fault[] {
  if (!knownMethods.has(method)) {
    return [fault('unknown-method-400', [400])]
  }
  if (allowed.length === 0) {
    return [fault('no-other-path', [404])]
  }
  return isThere ? [] : [fault('other-methods-405', method === 'OPTIONS' ? [405, 200, 204] : [405])]
}

function formGrounds({ method, target, fields, body }: SentRequest): readonly string[] {
  return [
    ...(method === 'HEAD' ? ['head-as-get'] : []),
    ...(body === undefined ? [] : ['content-means-nothing']),
    ...(isExpecting(fields) ? ['expectation-417'] : []),
    ...(target.length > 2000 ? ['target-of-8000'] : []),
    ...(headLength(fields) > 4000 ? ['header-of-16384'] : []),
  ]
}

/** A path, a whole address, or the server as a whole; without a fragment. */
const targetForm = /^(?:\/[^#]*|https?:\/\/[^/#][^#]*|\*)$/i

/** Everything behind the first question mark is the query. A whole address means what stands behind the host. */
function splitTarget(whole: string): readonly [path: string, query: string] {
  const target = whole.replace(/^https?:\/\/[^/?#]*(?=([/?]?))/i, (_, next: string) =>
    next === '/' ? '' : '/',
  )
  const at = target.indexOf('?')
  return at === -1 ? [target, ''] : [target.slice(0, at), target.slice(at + 1)]
}

const isMethodOf = (operation: Operation, method: string): boolean =>
  operation.method === method || (operation.method === 'GET' && method === 'HEAD')

const knownMethods = new Set(METHODS)

const valuesOf = ({ fields }: SentRequest, name: string): readonly string[] =>
  fields.filter(([given]) => given.toLowerCase() === name).map(([, value]) => value)

/** Whether a known token stands where none counts. */
function holdsToken({ target, fields, body = '' }: SentRequest, { accepted }: KnownTokens): boolean {
  const texts = [target, body, ...fields.map(([, value]) => value)]
  return accepted.some((token) => texts.some((text) => text.includes(token)))
}

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

function alsoFine(request: SentRequest): readonly number[] {
  const { target, fields, body } = request
  const has = (name: string): boolean => valuesOf(request, name).length > 0
  return [
    ...(has('if-none-match') ? [304] : []),
    ...(isExpecting(fields) ? [417] : []),
    ...(body === undefined ? [] : [413]),
    ...(target.length > 8000 ? [414] : []),
    ...(headLength(fields) > 16_384 || fields.length > 100 ? [431] : []),
  ]
}

/** HTTP knows one expectation; any other may be refused. */
const isExpecting = (fields: SentRequest['fields']): boolean =>
  fields.some(([name, value]) => /^expect$/i.test(name) && !/^100-continue$/i.test(value))

const headLength = (fields: SentRequest['fields']): number =>
  fields.reduce((sum, [name, value]) => sum + name.length + value.length + 4, 0)

/** A number that OpenAPI's own words let through. */
const givenGrounds = new Set(['limit-accepts-every-number'])
const usualFields = new Set(['host', 'accept', 'authorization', 'connection', 'x-request-id'])

/** Whatever relies on a completed sentence may be answered in any way. */
function reduceToGiven({ target, fields }: SentRequest, analysis: Analysis): Analysis {
  const given = analysis.faults.map((one) => asGiven(one)).filter((one) => one !== undefined)
  const isUnusual =
    !target.startsWith('/') ||
    analysis.grounds.some((ground) => !givenGrounds.has(ground)) ||
    fields.some(
      ([name, value]) => !usualFields.has(name.toLowerCase()) || (/^accept$/i.test(name) && value !== '*/*'),
    )
  // What else is wrong, or looks so, may be told instead.
  const faults =
    isUnusual || given.length < analysis.faults.length ? given.map((one) => withAnyRefusal(one)) : given
  const isSilent = faults.length === 0 && (isUnusual || analysis.faults.length > 0)
  // The given contract says nothing about other paths and methods.
  const isElsewhere = analysis.operation === undefined || analysis.isHead
  return { ...analysis, faults, isOpen: analysis.isOpen || isSilent || isElsewhere }
}
