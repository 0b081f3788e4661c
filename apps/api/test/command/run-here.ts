/** Runs commands in this process, and reads what they say. */
import { PassThrough, Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { runCommand } from '../../src/command/run-command.ts'

export interface Said {
  readonly code: number
  readonly stdout: string
  readonly stderr: string
}

/** The streams of a command. */
interface Streams {
  readonly stdin?: Readable
  readonly stdout?: PassThrough
  readonly stderr?: PassThrough
}

/** Runs the command to its end. Standard input is empty unless given. */
export async function runHere(argv: readonly string[], streams: Streams = {}): Promise<Said> {
  const { stdin = Readable.from([]), stdout = new PassThrough(), stderr = new PassThrough() } = streams
  const texts = Promise.all([text(stdout), text(stderr)])
  const code = await runCommand(argv, { stdin, stdout, stderr })
  stdout.end()
  stderr.end()
  const [out, err] = await texts
  return { code, stdout: out, stderr: err }
}

/** The objects that `--json` writes, one on each line. */
export function parseLines(lines: string): readonly Record<string, unknown>[] {
  return lines
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Record<string, unknown>)
}
