/** Prism as published, as processes of its own: `prism mock` and `prism proxy`. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import type { Address } from '@plant-store/raw-http'
import { contractFile } from '../contract.ts'
import { CheckerFailure } from '../../src/run/checker.ts'

/** A running Prism. Dispose of it: that ends it. */
interface PrismServer extends AsyncDisposable {
  /** Without a slash at the end. */
  readonly url: string
}

const program = fileURLToPath(import.meta.resolve('@stoplight/prism-cli'))

/** The ways in which its mock is known to depart from the contract. */
export const baseline = fileURLToPath(new URL('../../examples/prism-mock.yaml', import.meta.url))

/** How long it may take to start. */
const patienceMs = 60_000

/**
 * Starts the mock of the contract, or a proxy for the service at this address. A request that Prism did not foresee ends
 * it: it is then started again at the same address. Rejects with a `CheckerFailure` where it does not start.
 */
export async function startPrism(upstream?: Address): Promise<PrismServer> {
  let isOver = false
  let { url, end, ended } = await start(upstream)
  const keep = async (): Promise<void> => {
    await ended
    if (isOver) return
    ;({ end, ended } = await start(upstream, new URL(url).port))
    // It may have been disposed of meanwhile.
    if (isOver) end()
    await keep()
  }
  // Where it can't be started again, requests meet nobody, which is told.
  const kept = keep().catch(() => {})
  return {
    url,
    [Symbol.asyncDispose]: async () => {
      isOver = true
      end()
      await kept
    },
  }
}

/** The variables by which Node, on which Prism runs, accepts certificates. */
const trustIn = ({ cacert, isInsecure }: Partial<Address> = {}): NodeJS.ProcessEnv => ({
  ...(cacert !== undefined && { NODE_EXTRA_CA_CERTS: cacert }),
  ...(isInsecure === true && { NODE_TLS_REJECT_UNAUTHORIZED: '0' }),
})

interface Started {
  readonly url: string
  readonly end: () => void
  readonly ended: Promise<unknown>
}

async function start(upstream?: Address, port = '0'): Promise<Started> {
  const role = upstream === undefined ? ['mock', contractFile] : ['proxy', contractFile, upstream.url]
  const child = spawn(process.execPath, [program, ...role, '--host', '127.0.0.1', '--port', port], {
    stdio: ['ignore', 'pipe', 'ignore'],
    env: { ...process.env, ...trustIn(upstream) },
  })
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
  return { url, end, ended }
}
