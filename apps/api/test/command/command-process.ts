/**
 * A process that runs commands one after another, for tests of what commands say and do: a fresh process for each would
 * take most of the time. Tests of signals, standard streams or the start need a process of their own.
 */
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import process from 'node:process'
import { Readable } from 'node:stream'
import { runHere, type Said } from './run-here.ts'

/** What a command gets from the process it runs in. */
export interface Task {
  readonly cwd: string
  readonly env: NodeJS.ProcessEnv
  readonly argv: readonly string[]
  /** Standard input; empty unless given. */
  readonly input?: string
}

/** Runs a command once those before it have ended. Rejects if the process ends meanwhile. */
type RunInTurn = (task: Task) => Promise<Said>

/** Returns a function that runs commands in one process, which starts with the first command and ends with this process. */
export function oneProcess(): RunInTurn {
  let child: ChildProcess | undefined
  let last: Promise<unknown> = Promise.resolve()
  return (task) => {
    const said = last.then(() => ask((child ??= start()), task))
    last = said.catch(() => {})
    return said
  }
}

async function ask(child: ChildProcess, task: Task): Promise<Said> {
  // Only during a command does the child keep this process alive.
  child.channel?.ref()
  const answered = new AbortController()
  try {
    child.send(task)
    const [response] = await Promise.race([once(child, 'message'), death(child, answered.signal)])
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- this file sends the response
    return response as Said
  } finally {
    // Otherwise each command would leave a listener behind.
    answered.abort()
    child.channel?.unref()
  }
}

function start(): ChildProcess {
  const started = fork(import.meta.filename, { execArgv: [], stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
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
  const said = await runHere(argv, {
    stdin: Readable.from(input === undefined ? [] : [Buffer.from(input)]),
  })
  // The current directory is about to be removed with its place.
  process.chdir('/')
  return said
}

if (import.meta.main) {
  process.on('message', (task: Task) => {
    void run(task).then((said) => process.send?.(said))
  })
}
