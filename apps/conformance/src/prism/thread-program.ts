/** The thread that Prism runs in: its servers, and its validators. */
import { AsyncLocalStorage } from 'node:async_hooks'
import { subscribe } from 'node:diagnostics_channel'
import type { ServerResponse } from 'node:http'
import { enableCompileCache, flushCompileCache } from 'node:module'
import { parentPort, workerData } from 'node:worker_threads'
import type { createServer as create } from '@stoplight/prism-http-server'
import { loadOperations } from './load-prism.ts'
import type { Command, Reply } from './thread.ts'
import { faultsOfAnswer, faultsOfRequest } from './validate.ts'

// A process keeps compiled code for later processes only where it is told to, and so does each of its threads.
if (typeof workerData === 'string') enableCompileCache(workerData)

type Options = Parameters<typeof create>[1]
type Logger = Options['components']['logger']

const servers = new Map<string, ReturnType<typeof create>>()

/** What the thread can be asked to do. */
const functions: Readonly<Record<string, (argument: never) => unknown>> = {
  open,
  close,
  faultsOfRequest,
  faultsOfAnswer,
}

parentPort?.on('message', (commands: readonly Command[]) => {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
  void Promise.all(commands.map((one) => handle(one))).then((replies) => parentPort?.postMessage(replies))
})

async function handle({ id, name, argument }: Command): Promise<Reply> {
  try {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the sender and this file are one program
    const result = await functions[name]?.(argument as never)
    keepCompiled()
    return { id, result }
  } catch (error) {
    return { id, error: error instanceof Error ? error.message : String(error) }
  }
}

let isKept = false

/** Called after the first command, when Prism is loaded: a thread gets no notice before it is ended. */
function keepCompiled(): void {
  if (!isKept) flushCompileCache()
  isKept = true
}

async function close(url: string): Promise<void> {
  await servers.get(url)?.close()
  servers.delete(url)
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

/** The defaults of Prism's own command line. */
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
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Prism uses only these methods of pino's logger
  return logger as unknown as Logger
}

// For a request that Prism did not foresee, such as one for `//`, its HTTP library writes a stack trace to the console.
Object.assign(console, { error: ignore })

/** The response to the request that is being handled. */
const current = new AsyncLocalStorage<ServerResponse>()
subscribe('http.server.request.start', (message) => {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as Node's documentation says
  current.enterWith((message as { response: ServerResponse }).response)
})

// An invalid media type in Accept is another such case: on the command line it would end Prism. Here the request gets
// 500, so that everything else can still be seen.
process.on('unhandledRejection', () => {
  const response = current.getStore()
  if (response?.headersSent === false) response.writeHead(500).end()
})
