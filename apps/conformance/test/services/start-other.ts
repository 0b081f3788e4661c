/** Starts a service of `services/` as a process of its own. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { patienceMs, temporaryDirectory } from '@plant-store/testkit'
import { type OtherService, otherService } from './other-services.ts'
import { peopleFile, writeWorld } from './people.ts'

/** A running service. Dispose of it: that ends it. */
export interface Started extends AsyncDisposable {
  readonly url: string
  /** The service's users and plants, for the harness. */
  readonly worldFile: string
}

/**
 * Resolves when the service has printed its address. Rejects with `NotFound` where its language is not on this machine,
 * and with the service's output where it ends before that, or takes too long.
 */
export async function startOther(name: OtherService['name'], port = 0): Promise<Started> {
  const { command, tokens } = otherService(name)
  const directory = await temporaryDirectory()
  try {
    const worldFile = await writeWorld(directory.path, tokens)
    const running = await run([...(await command(directory.path)), peopleFile, String(port)])
    return {
      url: running.url,
      worldFile,
      [Symbol.asyncDispose]: async () => {
        await running.end()
        await directory.remove()
      },
    }
  } catch (error) {
    await directory.remove()
    throw error
  }
}

interface Running {
  readonly url: string
  readonly end: () => Promise<void>
}

async function run([program = '', ...args]: readonly string[]): Promise<Running> {
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'] })
  const exited = once(child, 'exit')
  const kill = (): void => void child.kill('SIGKILL')
  // A test run that ends early leaves nothing behind.
  process.once('exit', kill)
  const end = async (): Promise<void> => {
    kill()
    await exited
    process.off('exit', kill)
  }
  const said: string[] = []
  const { promise: address, resolve } = Promise.withResolvers<string>()
  // Later output is read and dropped: a full pipe would block the service.
  for (const stream of [child.stdout, child.stderr]) {
    createInterface({ input: stream }).on('line', (line) => {
      if (said.length < 100) said.push(line)
      const [url] = /http:\/\/127\.0\.0\.1:\d+/.exec(line) ?? []
      if (url !== undefined) resolve(url)
    })
  }
  const deadline = AbortSignal.timeout(patienceMs)
  const url = await Promise.race([address, exited, once(deadline, 'abort')])
  if (typeof url === 'string') return { url, end }
  await end()
  throw new Error(`${program} ${args.join(' ')} told no address:\n${said.join('\n')}`)
}
