/** Stoplight Prism as a mock of the contract: the caller chooses among its examples with `Prefer`. */
import { fileURLToPath } from 'node:url'
import type * as Prism from '@stoplight/prism-http'

/** What Prism answers to a valid request. */
export interface Given {
  readonly status: number
  readonly body: unknown
}

/** Takes the value of `Prefer` (RFC 7240), such as `code=503` or `example=none`. Rejects if there is no such response. */
export type Mock = (prefer: string) => Promise<Given>

/** Rejects with Node's `ERR_MODULE_NOT_FOUND` if `@stoplight/prism-http` is not installed. */
export async function loadMock(): Promise<Mock> {
  const { createInstance, getHttpOperationsFromSpec } = await import('@stoplight/prism-http')
  const contract = fileURLToPath(import.meta.resolve('@plant-store/contracts/openapi.yaml'))
  const operations = await getHttpOperationsFromSpec(contract)
  const config = {
    isProxy: false as const,
    checkSecurity: true,
    validateRequest: true,
    validateResponse: true,
    errors: false,
    upstreamProxy: undefined,
    mock: { dynamic: false },
  }
  const prism = createInstance(config, { logger: silent() })
  return async (prefer) => {
    const request = {
      method: 'get' as const,
      url: { path: '/plants' },
      headers: { authorization: 'Bearer any' },
    }
    const result = await prism.request(request, operations, { ...config, mock: readPreferences(prefer) })()
    if ('left' in result) throw result.left
    const { statusCode, body } = result.right.output
    return { status: statusCode, body }
  }
}

type Logger = Parameters<typeof Prism.createInstance>[1]['logger']

const ignore = (): void => {}

function silent(): Logger {
  const names = ['success', 'trace', 'debug', 'info', 'warn', 'error', 'fatal']
  const logger = { ...Object.fromEntries(names.map((name) => [name, ignore])), child: (): object => logger }
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Prism uses only these members of pino's logger
  return logger as unknown as Logger
}

/** RFC 7240: names with values, separated by commas or semicolons. All other preferences are ignored. */
function readPreferences(prefer: string): { code?: number; exampleKey?: string; dynamic: boolean } {
  const preferences = new Map(
    [...prefer.matchAll(/(\w+) *= *"?([\w-]+)"?/g)].map(([, name = '', value = '']) => [name, value]),
  )
  const code = preferences.get('code')
  const exampleKey = preferences.get('example')
  return {
    ...(code !== undefined && { code: Number(code) }),
    ...(exampleKey !== undefined && { exampleKey }),
    dynamic: preferences.get('dynamic') === 'true',
  }
}
