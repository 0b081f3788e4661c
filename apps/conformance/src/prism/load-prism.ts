/** Loads Stoplight Prism when it is first needed: loading takes longer than many a check. */
import { fileURLToPath } from 'node:url'
import type { IHttpRequest, IHttpResponse } from '@stoplight/prism-http'
import type { getHttpOperationsFromSpec as readSpec } from '@stoplight/prism-http/dist/utils/operations.js'
import { strictContract } from '../contract/strict-contract.ts'

/** A fault in a request or an answer, as Prism reports it. */
export interface Violation {
  readonly path?: readonly string[]
  readonly code?: string | number
  readonly message: string
  /** 0: an error. 1: a warning. */
  readonly severity: number
}

/** Prism's validators for one operation, without their fp-ts wrapping: each returns what is wrong. */
export interface Validator {
  readonly path: string
  validateRequest(request: IHttpRequest): readonly Violation[]
  validateResponse(response: IHttpResponse): readonly Violation[]
}

let loading: Promise<readonly Validator[]> | undefined

/** Validators for every operation of the strict contract. Loaded once per process. */
export const loadValidators = (): Promise<readonly Validator[]> => (loading ??= load())

/** The operations of openapi.yaml as it stands: what Prism's servers work from. */
export const loadOperations = (): ReturnType<typeof readSpec> =>
  readOperations(fileURLToPath(import.meta.resolve('@plant-store/contracts/openapi.yaml')))

/** Avoids the package's main entry: that also loads the mock server, which takes as long as all the rest. */
async function readOperations(contract: Parameters<typeof readSpec>[0]): ReturnType<typeof readSpec> {
  const { getHttpOperationsFromSpec } = await import('@stoplight/prism-http/dist/utils/operations.js')
  return getHttpOperationsFromSpec(contract)
}

async function load(): Promise<readonly Validator[]> {
  const [{ validateInput, validateOutput, validateSecurity }, operations] = await Promise.all([
    // The package exports only whole servers; these are the functions that they are made of.
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

/** In fp-ts, `left` holds the violations, if there are any. */
const violationsIn = (either: object | { readonly left: readonly Violation[] }): readonly Violation[] =>
  'left' in either ? either.left : []
