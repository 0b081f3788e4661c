/** A directory with the sample world in it, and the real command to work on it. */
import { type ChildProcess, type ChildProcessWithoutNullStreams, spawn, spawnSync } from 'node:child_process'
import { chmod, mkdir, writeFile } from 'node:fs/promises'
import { delimiter, dirname, join } from 'node:path'
import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { temporaryDirectory } from '@plant-store/testkit'
import { oneProcess, type Task } from './command-process.ts'
import { runHere, type Said } from './run-here.ts'
import { copySampleWorld } from './sample-world.ts'

/** How a run ended, and what it said. */
export interface Ended {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
  readonly stdout: string
  readonly stderr: string
}

/** What a run gets besides its arguments. */
export interface RunOptions {
  readonly env?: Readonly<Record<string, string>>
  /** Standard input; empty unless given. */
  readonly input?: string
  /** Once the command has written `text` to standard output or standard error, `typed` is written to its input. */
  readonly typeAt?: readonly [text: string, typed: string]
  /** Leaves standard input open after that. */
  readonly endless?: true
  /** Once the command has written `text` to standard output or standard error, it gets this signal. */
  readonly interruptAt?: readonly [text: string, signal: NodeJS.Signals]
  /** The command gets this signal once it has read all input except what still fits into the pipe. */
  readonly interruptWhenRead?: NodeJS.Signals
}

export interface Place extends AsyncDisposable {
  readonly path: string
  readonly database: string
  /** Runs `plant-store` with these arguments in the directory, in a process shared with other commands. */
  run(...argv: readonly string[]): Promise<Ended>
  /** The same with these environment variables. */
  runIn(env: Readonly<Record<string, string>>, ...argv: readonly string[]): Promise<Ended>
  /** The same with this on standard input. */
  runOn(input: string, ...argv: readonly string[]): Promise<Ended>
  /** The same, in this process, at a terminal where somebody types `typed`, or answers each question after reading all so far. */
  runAtTerminal(typed: string | Answering, ...argv: readonly string[]): Promise<Said>
  /** The same in a process of its own. */
  runWith(options: RunOptions, ...argv: readonly string[]): Promise<Ended>
  /** Runs a shell line in which `plant-store` is a command, as on an operator's machine. */
  shell(line: string, options?: RunOptions): Promise<Ended>
  write(name: string, content: string): Promise<string>
}

type Answering = (said: string) => Promise<string>

/** The program, for tests that start it themselves. */
export const main = fileURLToPath(new URL('../../src/main.ts', import.meta.url))

const runInTurn = oneProcess()

/** Why this system can have no small or read-only disk; false if it can. */
export const noMount: string | false =
  spawnSync('unshare', ['-rm', 'mount', '-t', 'tmpfs', 'tmpfs', '/mnt']).status !== 0 &&
  'this system does not let its users mount'

/** Makes a place, with `world: false` without a database, or with that of PostgreSQL at `url`. */
export async function makePlace({
  url,
  world = url === undefined,
}: { readonly url?: string; readonly world?: boolean } = {}): Promise<Place> {
  const directory = await temporaryDirectory()
  const { path } = directory
  const database = url ?? join(path, 'plant-store.db')
  const ours = url === undefined ? {} : { PLANT_STORE_DATABASE: url }
  if (world) await copySampleWorld(database)
  await addCommand(path)
  const run = async (task: Pick<Task, 'env' | 'argv' | 'input'>): Promise<Ended> => ({
    ...(await runInTurn({ ...task, cwd: path, env: { ...cleanEnvironment(path), ...ours, ...task.env } })),
    signal: null,
  })
  const runWith: Place['runWith'] = (options, ...argv) =>
    runProgram([process.execPath, main, ...argv], path, options)
  return {
    path,
    database,
    runWith,
    run: (...argv) => run({ env: {}, argv }),
    runIn: (env, ...argv) => run({ env, argv }),
    runOn: (input, ...argv) => run({ env: {}, argv, input }),
    runAtTerminal: (typed, ...argv) => runAtTerminal(typed, [...argv, '--database', database]),
    shell: (line, options = {}) => runProgram(['/bin/sh', '-c', line], path, options),
    write: async (name, content) => {
      await writeFile(join(path, name), content)
      return join(path, name)
    },
    [Symbol.asyncDispose]: () => directory.remove(),
  }
}

function runAtTerminal(typed: string | Answering, argv: readonly string[]): Promise<Said> {
  const make = (): PassThrough & { isTTY: boolean } => Object.assign(new PassThrough(), { isTTY: true })
  const [stdin, stdout, stderr] = [make(), make(), make()]
  let [said, asked] = ['', 0]
  stderr.on('data', (chunk: Buffer) => {
    said += chunk.toString()
    const questions = said.split('Type yes to go on: ').length - 1
    if (typeof typed === 'string' || questions === asked) return
    asked = questions
    void typed(said).then((line) => stdin.write(`${line}\n`))
  })
  // A person who types is still there, so input stays open; without input it ends.
  if (typed === '') stdin.end()
  else if (typeof typed === 'string') stdin.write(typed)
  return runHere(argv, { stdin, stdout, stderr })
}

/** Environment variables that make every Node process run this code first. */
export function preload(code: string): Readonly<Record<string, string>> {
  return { NODE_OPTIONS: `--import "data:text/javascript,${encodeURIComponent(code)}"` }
}

async function addCommand(path: string): Promise<void> {
  await mkdir(join(path, 'bin'))
  const command = join(path, 'bin', 'plant-store')
  await writeFile(command, `#!/bin/sh\nexec "${process.execPath}" "${main}" "$@"\n`)
  await chmod(command, 0o755)
}

async function runProgram(
  [program = '', ...argv]: readonly string[],
  cwd: string,
  options: RunOptions,
): Promise<Ended> {
  const { env, input = '', endless, typeAt, interruptAt, interruptWhenRead } = options
  const child = spawn(program, argv, {
    cwd,
    env: { ...cleanEnvironment(cwd), ...env },
    stdio: 'pipe',
  })
  const killLeftover = (): boolean => child.kill('SIGKILL')
  process.once('exit', killLeftover)
  // A program may end before it has read, or without reading, what it was given.
  child.stdin.on('error', () => {})
  child.stdin.write(input, () => {
    if (interruptWhenRead !== undefined) child.kill(interruptWhenRead)
  })
  if (endless !== true && typeAt === undefined) child.stdin.end()
  if (typeAt !== undefined) onText(child, typeAt[0], () => child.stdin.write(typeAt[1]))
  if (interruptAt !== undefined) onText(child, interruptAt[0], () => child.kill(interruptAt[1]))
  const [stdout, stderr, end] = await Promise.all([text(child.stdout), text(child.stderr), closed(child)])
  process.off('exit', killLeftover)
  return { ...end, stdout, stderr }
}

function closed(child: ChildProcess): Promise<Pick<Ended, 'code' | 'signal'>> {
  const { promise, resolve } = Promise.withResolvers<Pick<Ended, 'code' | 'signal'>>()
  child.once('close', (code, signal) => resolve({ code, signal }))
  return promise
}

function onText(child: ChildProcessWithoutNullStreams, awaited: string, act: () => void): void {
  let said = ''
  const listen = (chunk: Buffer): void => {
    if (said.includes(awaited)) return
    said += chunk.toString()
    if (said.includes(awaited)) act()
  }
  child.stdout.on('data', listen)
  child.stderr.on('data', listen)
}

/** The environment without the settings of the person running the tests, and with the command on the path. */
function cleanEnvironment(cwd: string): NodeJS.ProcessEnv {
  const own = Object.entries(process.env).filter(
    ([name]) => !name.startsWith('PLANT_STORE_') && name !== 'DATABASE_URL',
  )
  const path = [join(cwd, 'bin'), dirname(process.execPath), process.env['PATH']].join(delimiter)
  return { ...Object.fromEntries(own), PATH: path, PLANT_STORE_PORT: '0', PLANT_STORE_OPERATOR_PORT: '0' }
}
