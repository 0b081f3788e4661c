/** Runs commands in this process, at a tenth of the cost, for tests that need no process of their own. */
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { temporaryDirectory } from '@plant-store/testkit'
import { runHere, type Said } from './run-here.ts'
import { copySampleWorld } from './sample-world.ts'

export interface Desk extends AsyncDisposable {
  readonly path: string
  readonly database: string
  /** Runs `plant-store` on the database. */
  run(...argv: readonly string[]): Promise<Said>
  /** The same at a terminal where somebody types `answer`, or answers each question after reading all so far. */
  runAtTerminal(answer: string | Answering, ...argv: readonly string[]): Promise<Said>
}

type Answering = (said: string) => Promise<string>

/** The sample world, or a database of PostgreSQL, and an operator who works on it. */
export async function openDesk(url?: string): Promise<Desk> {
  const directory = await temporaryDirectory()
  const database = url ?? join(directory.path, 'plant-store.db')
  if (url === undefined) await copySampleWorld(database)
  const run = (isTTY: boolean, input: string | Answering, argv: readonly string[]): Promise<Said> => {
    const make = (): PassThrough & { isTTY: boolean } => Object.assign(new PassThrough(), { isTTY })
    const [stdin, stdout, stderr] = [make(), make(), make()]
    // A person who types is still there, so input stays open; without input it ends.
    if (input === '') stdin.end()
    else if (typeof input === 'string') stdin.write(input)
    else answerEach(stdin, stderr, input)
    return runHere([...argv, '--database', database], { stdin, stdout, stderr })
  }
  return {
    path: directory.path,
    database,
    run: (...argv) => run(false, '', argv),
    runAtTerminal: (answer, ...argv) => run(true, answer, argv),
    [Symbol.asyncDispose]: () => directory.remove(),
  }
}

function answerEach(stdin: PassThrough, stderr: PassThrough, answer: Answering): void {
  let said = ''
  let asked = 0
  stderr.on('data', (chunk: Buffer) => {
    said += chunk.toString()
    const questions = said.split('Type yes to go on: ').length - 1
    if (questions === asked) return
    asked = questions
    void answer(said).then((line) => stdin.write(`${line}\n`))
  })
}
