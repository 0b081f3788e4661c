/** Runs commands in the test's own process: with many of them, a process each would take most of the time. */
import { PassThrough, Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { runCommand } from '../../src/command/run-command.ts'
import type { Ended, Place } from './place.ts'

/** Runs the command on the database of a place. `line` is cut at blanks, `words` are not. */
export async function runHere(
  place: Place,
  line: string,
  ...words: readonly string[]
): Promise<Omit<Ended, 'signal'>> {
  const [stdout, stderr] = [new PassThrough(), new PassThrough()]
  const said = Promise.all([text(stdout), text(stderr)])
  const argv = [...line.split(' '), ...words, '--database', place.database]
  const code = await runCommand(argv, { stdin: Readable.from([]), stdout, stderr })
  stdout.end()
  stderr.end()
  const [out, err] = await said
  return { code, stdout: out, stderr: err }
}
