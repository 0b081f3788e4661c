/** The parameters of a request: their values, and what is wrong with them by the document. */
import { splitTarget } from '../../contract/target.ts'
import type { SentRequest } from '../../exchange.ts'
import { fault, type Fault } from '../../oracle/analysis.ts'
import type { AnyContract, AnyOperation, Parameter } from '../model.ts'
import { isCursor, isOfPages } from '../paging.ts'
import { ruleId } from '../rules.ts'
import { problemOf, validatorFor } from '../schemas.ts'
import { matchPath } from '../paths.ts'
import { isReversed } from './bounds.ts'
import { kindOf, readParameter } from '../values/read-parameter.ts'

interface ReadParameters {
  /** By name; only those whose value is clear. */
  readonly values: ReadonlyMap<string, unknown>
  readonly faults: readonly Fault[]
  /** Whether a service may read a parameter in another way, or refuse one that is not declared, or not clearly. */
  readonly isOpen: boolean
}

export function readParameters(
  asked: AnyOperation,
  contract: AnyContract,
  request: SentRequest,
): ReadParameters {
  const [path, query] = splitTarget(request.target)
  const parts = { path: matchPath(asked.path, path) ?? {}, query, fields: request.fields }
  const values = new Map<string, unknown>()
  const faults: Fault[] = []
  let isOpen = hasUndeclared(asked, query, contract)
  for (const parameter of asked.parameters) {
    const read = readParameter(parameter, contract, parts)
    if (read === 'open') isOpen = true
    else if (read === 'absent') {
      if (parameter.isRequired) faults.push(fault(ruleOf(asked, 'required', parameter)))
    } else {
      values.set(parameter.name, read.value)
      // There is no page behind a negative number, whatever a schema without a minimum says.
      isOpen ||=
        isCursor(parameter) ||
        (isOfPages(parameter) && Number(read.value) < 0) ||
        problemOf(contract, parameter.schema) !== undefined
      if (validatorFor(contract, parameter.schema)(read.value).length > 0)
        faults.push(fault(ruleOf(asked, 'parameter', parameter)))
    }
  }
  return { values, faults, isOpen: isOpen || isReversed(values) }
}

/** The rule about the values, or about the absence, of a parameter. */
export const ruleOf = (
  asked: AnyOperation,
  what: 'parameter' | 'required',
  { in: place, name }: Parameter,
): string => ruleId(asked, what, place, name)

/** Whether the query has a parameter that the operation does not declare. One that is an object has members of any name. */
function hasUndeclared(
  { parameters, security }: AnyOperation,
  query: string,
  contract: AnyContract,
): boolean {
  const keys = security
    .flat()
    .flatMap(({ in: place, parameter = '' }) => (place === 'query' ? [parameter] : []))
  // The members of an exploded object stand there by their own names.
  const declared = parameters
    .filter((one) => one.in === 'query')
    .filter((one) => !one.explode || one.style !== 'form' || kindOf(contract, [one.schema]) !== 'object')
    .map(({ name }) => name)
    .concat(keys)
  return [...new URLSearchParams(query).keys()].some(
    (name) => !declared.some((one) => name === one || name.startsWith(`${one}[`)),
  )
}
