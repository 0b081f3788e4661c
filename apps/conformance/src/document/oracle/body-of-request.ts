/** The content of a request: what is wrong with it by the document. */
import type { SentRequest } from '../../exchange.ts'
import { fault, type Fault } from '../../oracle/analysis.ts'
import type { AnyContract, AnyOperation } from '../model.ts'
import { problemOf, validatorFor } from '../schemas.ts'
import { schemaOf } from '../values/media-types.ts'
import { readBody } from '../values/read-body.ts'

/** Undefined where it is right; 'open' where the document does not say, or readers may differ. */
export function bodyFault(
  { body: declared, id }: AnyOperation,
  contract: AnyContract,
  request: SentRequest,
): Fault | 'open' | undefined {
  if (declared === undefined) return (request.body ?? '') === '' ? undefined : 'open'
  const wrong = fault(`${id}:request-body`)
  const read = readBody(contract, declared, request)
  if (read === 'open') return 'open'
  if (read === 'absent') return declared.isRequired ? wrong : undefined
  if (read === 'wrong') return wrong
  const schema = schemaOf(read.content)
  if (problemOf(contract, schema, 'request') !== undefined) return 'open'
  return validatorFor(contract, schema, 'request')(read.value).length > 0 ? wrong : undefined
}
