/** The command as a process of its own, with everything that it starts marked, so that leftovers can be found. */
import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { readdir, readFile } from 'node:fs/promises'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { eventually } from '@plant-store/testkit'

const main = fileURLToPath(new URL('../../src/main.ts', import.meta.url))

export interface Ended {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

export interface Marked {
  readonly child: ChildProcess
  readonly ended: Promise<Ended>
  /**
   * The command lines of the processes it started and left running; always empty where the system doesn't tell. A
   * process that was killed a moment ago is given time to end.
   */
  leftovers(): Promise<readonly string[]>
}

/** `wrapper`: words before the command, such as a shell that limits something. */
export function startMarked(
  words: readonly string[],
  env: Readonly<Record<string, string>> = {},
  wrapper: readonly string[] = [],
): Marked {
  const mark = randomUUID()
  const [program = '', ...args] = [...wrapper, process.execPath, main, ...words]
  const child = spawn(program, args, {
    env: { ...process.env, GITHUB_ACTIONS: '', GITHUB_STEP_SUMMARY: '', ...env, COURT_TEST_MARK: mark },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  return {
    child,
    ended: wait(child),
    leftovers: () =>
      eventually(
        () => findMarked(mark),
        (left) => left.length === 0,
      ),
  }
}

export function runMarked(...args: Parameters<typeof startMarked>): Promise<Ended> {
  return startMarked(...args).ended
}

async function wait(child: ReturnType<typeof spawn>): Promise<Ended> {
  const { stdout, stderr } = child
  if (stdout === null || stderr === null) throw new TypeError('The output is not piped.')
  const closed = once(child, 'close')
  const [out, err] = await Promise.all([text(stdout), text(stderr)])
  await closed
  return { code: child.exitCode, stdout: out, stderr: err }
}

async function findMarked(mark: string): Promise<readonly string[]> {
  if (process.platform !== 'linux') return []
  const numbers = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  const found = await Promise.all(numbers.map((number) => describeIfMarked(number, mark)))
  return found.filter((line) => line !== undefined)
}

async function describeIfMarked(number: string, mark: string): Promise<string | undefined> {
  try {
    const environment = await readFile(`/proc/${number}/environ`, 'utf8')
    if (!environment.includes(mark)) return undefined
    const line = (await readFile(`/proc/${number}/cmdline`, 'utf8')).replaceAll('\0', ' ').trim()
    // A process that has ended and is not yet reaped has no command line.
    return line === '' ? undefined : `${number} ${line}`
  } catch {
    // It ended meanwhile, or belongs to somebody else.
    return undefined
  }
}
