/** Starts a program that prints the address at which it listens. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { patienceMs } from '@plant-store/testkit'

/** A program that listens. Dispose of it: that ends it. */
export interface Listening extends AsyncDisposable {
  readonly url: string
}

/** Resolves when the address is printed. Rejects with the program's output where it ends before that, or takes too long. */
export async function startProgram(
  [program = '', ...args]: readonly string[],
  cwd?: string,
): Promise<Listening> {
  const child = spawn(program, args, { cwd, stdio: ['ignore', 'pipe', 'pipe'] })
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
  // Later output is read and dropped: a full pipe would block the program.
  for (const stream of [child.stdout, child.stderr]) {
    createInterface({ input: stream }).on('line', (line) => {
      if (said.length < 100) said.push(line)
      const [url] = /http:\/\/127\.0\.0\.1:\d+/.exec(line) ?? []
      if (url !== undefined) resolve(url)
    })
  }
  const deadline = AbortSignal.timeout(patienceMs)
  const url = await Promise.race([address, exited, once(deadline, 'abort')])
  if (typeof url === 'string') return { url, [Symbol.asyncDispose]: end }
  await end()
  throw new Error(`${program} ${args.join(' ')} told no address:\n${said.join('\n')}`)
}
