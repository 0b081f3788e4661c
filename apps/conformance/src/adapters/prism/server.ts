/** `prism proxy` as published, as a process of its own. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { CheckerFailure } from '../../run/checker.ts'

/** A running Prism. Dispose of it: that ends it. */
interface PrismServer extends AsyncDisposable {
  /** Without a slash at the end. */
  readonly url: string
  /** Whether it has ended by itself. */
  readonly hasEnded: () => boolean
}

const program = fileURLToPath(import.meta.resolve('@stoplight/prism-cli'))
const contract = fileURLToPath(import.meta.resolve('@plant-store/contracts/openapi.yaml'))

/** How long it may take to start. */
const patienceMs = 60_000

/** Starts a proxy for the service at `upstream`. Rejects with a `CheckerFailure` where it does not start. */
export async function startPrism(upstream: string): Promise<PrismServer> {
  const words = [program, 'proxy', contract, upstream, '--host', '127.0.0.1', '--port', '0']
  const child = spawn(process.execPath, words, { stdio: ['ignore', 'pipe', 'ignore'] })
  const end = (): void => void child.kill('SIGKILL')
  process.once('exit', end)
  const ended = once(child, 'close').finally(() => process.off('exit', end))
  const timer = setTimeout(end, patienceMs)
  const said: string[] = []
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  createInterface({ input: child.stdout })
    .on('line', (line) => {
      said.push(line)
      const [, url] = /listening on (http:\/\/\S+)/.exec(line) ?? []
      if (url !== undefined) resolve(url)
    })
    .once('close', () =>
      reject(new CheckerFailure(`Prism did not start: ${said.at(-1) ?? 'it said nothing'}`)),
    )
  const url = await promise.finally(() => clearTimeout(timer))
  return {
    url,
    hasEnded: () => child.exitCode !== null || child.signalCode !== null,
    [Symbol.asyncDispose]: async () => {
      end()
      await ended
    },
  }
}
