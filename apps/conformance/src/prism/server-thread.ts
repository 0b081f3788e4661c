/** The thread that Prism's servers run in. */
import { AsyncLocalStorage } from 'node:async_hooks'
import { subscribe } from 'node:diagnostics_channel'
import type { ServerResponse } from 'node:http'
import { parentPort } from 'node:worker_threads'
import type { createServer as create } from '@stoplight/prism-http-server'
import { loadOperations } from './load-prism.ts'
import type { Command, Reply } from './thread.ts'

type Options = Parameters<typeof create>[1]
type Logger = Options['components']['logger']

const servers = new Map<string, ReturnType<typeof create>>()

parentPort?.on('message', (command: Command) => {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
  void handle(command).then((reply) => parentPort?.postMessage(reply))
})

async function handle(command: Command): Promise<Reply> {
  const { id } = command
  try {
    if ('close' in command) {
      await servers.get(command.close)?.close()
      servers.delete(command.close)
      return { id, url: command.close }
    }
    return { id, url: await open(command.upstream) }
  } catch (error) {
    return { id, error: error instanceof Error ? error.message : String(error) }
  }
}

async function open(upstream: string | undefined): Promise<string> {
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
  const url = await server.listen(0, '127.0.0.1')
  servers.set(url, server)
  return url
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

// What Prism did not foresee, such as the path `//`, its HTTP library writes to the console, with a stack trace.
Object.assign(console, { error: ignore })

/** The response that is under way. */
const current = new AsyncLocalStorage<ServerResponse>()
subscribe('http.server.request.start', (message) => {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- so Node's documentation has it
  current.enterWith((message as { response: ServerResponse }).response)
})

// A media type that is none in Accept is such a thing, too: on the command line it would be the end of Prism. Here who
// gets no answer for that gets 500, so that all the rest can be seen.
process.on('unhandledRejection', () => {
  const response = current.getStore()
  if (response?.headersSent === false) response.writeHead(500).end()
})
