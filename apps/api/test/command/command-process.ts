/**
 * A process that runs one command after the other, for tests that ask what commands say and do: a fresh process for each
 * would take most of the time. What a process alone shows (signals, standard streams, its start) needs one of its own.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import process from 'node:process'
import { PassThrough, Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { runCommand } from '../../src/command/run-command.ts'

/** What a command gets from the process that it runs in. */
export interface Task {
  readonly cwd: string
  readonly env: NodeJS.ProcessEnv
  readonly argv: readonly string[]
  /** Standard input; empty unless given. */
  readonly input?: string
}

/** What came of it. */
interface Said {
  readonly code: number
  readonly stdout: string
  readonly stderr: string
}

/** Runs a command when those before it have ended. Rejects when the process ends meanwhile. */
export type RunInTurn = (task: Task) => Promise<Said>

/**
 * What runs commands in one process, which starts with the first and ends with this one. `prefix` is a command, such as
 * `unshare -rm`, to start it by in the directory of the first.
 */
export function oneProcess(...prefix: readonly string[]): RunInTurn {
  let child: ChildProcess | undefined
  let last: Promise<unknown> = Promise.resolve()
  return (task) => {
    const said = last.then(() => ask((child ??= start(prefix, task.cwd)), task))
    last = said.catch(() => {})
    return said
  }
}

async function ask(child: ChildProcess, task: Task): Promise<Said> {
  // Between commands it keeps nobody from ending.
  child.channel?.ref()
  const answered = new AbortController()
  try {
    child.send(task)
    const [answer] = await Promise.race([once(child, 'message'), death(child, answered.signal)])
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it is this file that answers
    return answer as Said
  } finally {
    // Each command would leave a listener otherwise.
    answered.abort()
    child.channel?.unref()
  }
}

function start(prefix: readonly string[], cwd: string): ChildProcess {
  const [program, ...argv] = [...prefix, process.execPath, import.meta.filename]
  const started = spawn(program, argv, { cwd, stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
  started.unref()
  return started
}

async function death(one: ChildProcess, until: AbortSignal): Promise<never> {
  const [code, signal] = await once(one, 'exit', { signal: until })
  throw new Error(`the process of the commands ended with ${code ?? signal}`)
}

async function run({ cwd, env, argv, input }: Task): Promise<Said> {
  process.chdir(cwd)
  for (const name of Object.keys(process.env)) delete process.env[name]
  Object.assign(process.env, env)
  const [stdout, stderr] = [new PassThrough(), new PassThrough()]
  const texts = Promise.all([text(stdout), text(stderr)])
  const code = await runCommand(argv, {
    stdin: Readable.from(input === undefined ? [] : [Buffer.from(input)]),
    stdout,
    stderr,
  })
  stdout.end()
  stderr.end()
  const [out, err] = await texts
  // The directory is removed with the place.
  process.chdir('/')
  return { code, stdout: out, stderr: err }
}

if (import.meta.main) {
  process.on('message', (task: Task) => {
    void run(task).then((said) => process.send?.(said))
  })
}
