/** A folder with the sample world in it, and the real command to work on it. */
import { type ChildProcess, type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { chmod, mkdir, writeFile } from 'node:fs/promises'
import { delimiter, dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { temporaryDirectory } from '@plant-store/testkit'
import { makeSampleWorld } from '../../src/command/demo/make-sample-world.ts'

/** How a run ended, and what it said. */
export interface Ended {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
  readonly stdout: string
  readonly stderr: string
}

/** What a run gets beside its words. */
export interface RunOptions {
  readonly env?: Readonly<Record<string, string>>
  /** Standard input; empty unless given. */
  readonly input?: string
  /** Leaves standard input open after that. */
  readonly endless?: true
  /** Gets this signal once it has written that text to standard output or standard error. */
  readonly interruptAt?: readonly [text: string, signal: NodeJS.Signals]
}

export interface Place extends AsyncDisposable {
  readonly path: string
  readonly database: string
  /** Runs `plant-store` with these words, in the folder. */
  run(...words: readonly string[]): Promise<Ended>
  runWith(options: RunOptions, ...words: readonly string[]): Promise<Ended>
  /** Runs a line of shell in which `plant-store` is a command, as on an operator's machine. */
  shell(line: string, options?: RunOptions): Promise<Ended>
  write(name: string, content: string): Promise<string>
}

/** The program, for those who start it themselves. */
export const main = fileURLToPath(new URL('../../src/main.ts', import.meta.url))

/** Makes a place; with `world: false` there is no database in it. */
export async function makePlace({ world = true }: { readonly world?: boolean } = {}): Promise<Place> {
  const folder = await temporaryDirectory()
  const { path } = folder
  const database = join(path, 'plant-store.db')
  if (world) await makeSampleWorld(database)
  await addCommand(path)
  const runWith: Place['runWith'] = (options, ...words) =>
    runProgram([process.execPath, main, ...words], path, options)
  return {
    path,
    database,
    runWith,
    run: (...words) => runWith({}, ...words),
    shell: (line, options = {}) => runProgram(['/bin/sh', '-c', line], path, options),
    write: async (name, content) => {
      await writeFile(join(path, name), content)
      return join(path, name)
    },
    [Symbol.asyncDispose]: () => folder.remove(),
  }
}

async function addCommand(path: string): Promise<void> {
  await mkdir(join(path, 'bin'))
  const command = join(path, 'bin', 'plant-store')
  await writeFile(command, `#!/bin/sh\nexec "${process.execPath}" "${main}" "$@"\n`)
  await chmod(command, 0o755)
}

async function runProgram(
  [program = '', ...words]: readonly string[],
  cwd: string,
  { env, input = '', endless, interruptAt }: RunOptions,
): Promise<Ended> {
  const child = spawn(program, words, {
    cwd,
    env: { ...cleanEnvironment(cwd), ...env },
    stdio: 'pipe',
  })
  const killLeftover = (): boolean => child.kill('SIGKILL')
  process.once('exit', killLeftover)
  child.stdin.write(input)
  if (endless !== true) child.stdin.end()
  if (interruptAt !== undefined) interrupt(child, ...interruptAt)
  const [stdout, stderr, end] = await Promise.all([text(child.stdout), text(child.stderr), closed(child)])
  process.off('exit', killLeftover)
  return { ...end, stdout, stderr }
}

function closed(child: ChildProcess): Promise<Pick<Ended, 'code' | 'signal'>> {
  const { promise, resolve } = Promise.withResolvers<Pick<Ended, 'code' | 'signal'>>()
  child.once('close', (code, signal) => resolve({ code, signal }))
  return promise
}

function interrupt(child: ChildProcessWithoutNullStreams, words: string, signal: NodeJS.Signals): void {
  let said = ''
  const listen = (chunk: Buffer): void => {
    if (said.includes(words)) return
    said += chunk.toString()
    if (said.includes(words)) child.kill(signal)
  }
  child.stdout.on('data', listen)
  child.stderr.on('data', listen)
}

/** Without the settings of whoever runs the tests, and with the command in reach. */
function cleanEnvironment(cwd: string): NodeJS.ProcessEnv {
  const own = Object.entries(process.env).filter(([name]) => !name.startsWith('PLANT_STORE_'))
  const path = [join(cwd, 'bin'), dirname(process.execPath), process.env['PATH']].join(delimiter)
  return { ...Object.fromEntries(own), PATH: path, PLANT_STORE_PORT: '0', PLANT_STORE_OPERATOR_PORT: '0' }
}
