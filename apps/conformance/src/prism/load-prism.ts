/** Stoplight Prism, loaded when it is first needed: it takes longer to load than many a check to run. */
import { fileURLToPath } from 'node:url'
import type { IHttpRequest, IHttpResponse } from '@stoplight/prism-http'
import type { getHttpOperationsFromSpec as readSpec } from '@stoplight/prism-http/dist/utils/operations.js'
import { strictContract } from '../contract/strict-contract.ts'

/** Prism's word for a fault in a request or an answer. */
export interface Violation {
  readonly path?: readonly string[]
  readonly code?: string | number
  readonly message: string
  /** 0: an error. 1: a warning. */
  readonly severity: number
}

/** Prism's validators for one operation, without their functional dress: each returns what is wrong. */
export interface Validator {
  readonly path: string
  validateRequest(request: IHttpRequest): readonly Violation[]
  validateResponse(response: IHttpResponse): readonly Violation[]
}

let loading: Promise<readonly Validator[]> | undefined

/** Validators for every operation of the strict contract. Loaded once for the process. */
export const loadValidators = (): Promise<readonly Validator[]> => (loading ??= load())

/** The operations of openapi.yaml as it stands: what Prism's servers work from. */
export const loadOperations = (): ReturnType<typeof readSpec> =>
  readOperations(fileURLToPath(import.meta.resolve('@plant-store/contracts/openapi.yaml')))

/** Not by the package's own door: behind that is the mock server too, which takes as long to load as all the rest. */
async function readOperations(contract: Parameters<typeof readSpec>[0]): ReturnType<typeof readSpec> {
  const { getHttpOperationsFromSpec } = await import('@stoplight/prism-http/dist/utils/operations.js')
  return getHttpOperationsFromSpec(contract)
}

async function load(): Promise<readonly Validator[]> {
  const [{ validateInput, validateOutput, validateSecurity }, operations] = await Promise.all([
    // The package hands out whole servers alone; these functions are what they are made of.
    import('@stoplight/prism-http/dist/validator/index.js'),
    readOperations({ ...strictContract() }),
  ])
  return operations.map((resource) => ({
    path: resource.path,
    validateRequest: (element) =>
      [validateSecurity({ resource, element }), validateInput({ resource, element })].flatMap((either) =>
        violationsIn(either),
      ),
    validateResponse: (element) => violationsIn(validateOutput({ resource, element })),
  }))
}

/** fp-ts: `left` holds what is wrong, where something is. */
const violationsIn = (either: object | { readonly left: readonly Violation[] }): readonly Violation[] =>
  'left' in either ? either.left : []
