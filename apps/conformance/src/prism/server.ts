/** Prism's server, in this process and without its log. */
import type { createServer as create } from '@stoplight/prism-http-server'
import { loadOperations } from './load-prism.ts'

type Options = Parameters<typeof create>[1]
type Logger = Options['components']['logger']

/** A server that runs in this process. */
export interface PrismServer extends AsyncDisposable {
  /** Without a slash at the end. */
  readonly url: string
}

/** The mock of the contract, as `prism mock` starts it; or, with an upstream, a proxy before it, as `prism proxy` does. */
export async function startPrism(upstream?: string): Promise<PrismServer> {
  const [{ createServer }, operations] = await Promise.all([
    import('@stoplight/prism-http-server'),
    loadOperations(),
  ])
  const role =
    upstream === undefined
      ? { isProxy: false as const }
      : { isProxy: true as const, upstream: new URL(upstream) }
  const server = createServer(operations, {
    cors: true,
    config: { ...asOnCommandLine, ...role },
    components: { logger: silent() },
  })
  const endQuiet = quietConsole()
  const close = async (): Promise<void> => {
    try {
      await server.close()
    } finally {
      endQuiet()
    }
  }
  return { url: await server.listen(0, '127.0.0.1'), [Symbol.asyncDispose]: close }
}

let quiet = 0
const { error: tell } = console

/**
 * What Prism did not foresee, such as the path `//`, its HTTP library writes to the console, with a stack trace. Nothing
 * of ours goes there: it is quiet while a server of Prism's is open.
 */
function quietConsole(): () => void {
  quiet += 1
  Object.assign(console, { error: ignore })
  return () => {
    quiet -= 1
    if (quiet === 0) Object.assign(console, { error: tell })
  }
}

/** What Prism's own command line sets where nothing is said. */
const asOnCommandLine = {
  checkSecurity: true,
  validateRequest: true,
  validateResponse: true,
  errors: false,
  upstreamProxy: undefined,
  mock: { dynamic: false },
}

const ignore = (): void => {}

function silent(): Logger {
  const names = ['success', 'trace', 'debug', 'info', 'warn', 'error', 'fatal']
  const logger = { ...Object.fromEntries(names.map((name) => [name, ignore])), child: (): object => logger }
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- of pino's logger Prism uses these alone
  return logger as unknown as Logger
}
