/** One run of the command, from its arguments to its exit code. */
import { CommanderError } from 'commander'
import { type CommandContext, write } from './terminal/output.ts'
import { exitCodes } from './exit-codes.ts'
import { makeProgram } from './program.ts'
import { reportError } from './report-error.ts'

/** Resolves to the exit code once all output is written and everything is closed. Never rejects. */
export async function runCommand(
  argv: readonly string[],
  streams: Omit<CommandContext, 'json'>,
): Promise<number> {
  const { stdin, stdout, stderr } = streams
  const end = argv.indexOf('--')
  const context: CommandContext = {
    stdin,
    stdout,
    stderr,
    json: argv.slice(0, end === -1 ? argv.length : end).includes('--json'),
  }
  // Each write learns of its own error, but without a listener the `error` event would also end the process.
  for (const stream of [stdout, stderr]) stream.on('error', () => {})
  try {
    await parse(argv, context)
    return exitCodes.ok.code
  } catch (error) {
    return reportError(error, context)
  }
}

/** A wrong command line is a `CommandError`. A `CommanderError` means that help or the version is to be printed. */
async function parse(argv: readonly string[], context: CommandContext): Promise<void> {
  const help: string[] = []
  try {
    await makeProgram(context, (text) => help.push(text)).parseAsync(argv, { from: 'user' })
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error
    await write(context.stdout, help.join(''))
  }
}
