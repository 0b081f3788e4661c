/** One run of the command, from its arguments to its exit code. */
import { CommanderError } from 'commander'
import type { CommandContext } from './context.ts'
import { exitCodes } from './exit-codes.ts'
import { makeProgram } from './program.ts'
import { reportError } from './report-error.ts'
import { removeServiceLinks } from './setting-options.ts'
import { write } from './terminal/output.ts'

/** Resolves to the exit code when everything is said and closed. Never rejects. */
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
  // Each write hears of its own error; without a listener the event beside it would end the process.
  for (const stream of [stdout, stderr]) stream.on('error', () => {})
  removeServiceLinks()
  try {
    await parse(argv, context)
    return exitCodes.ok.code
  } catch (error) {
    return reportError(error, context)
  }
}

/** What is wrong with a command line is a `CommandError`; after a `CommanderError` there is help, or the version, to print. */
async function parse(argv: readonly string[], context: CommandContext): Promise<void> {
  const help: string[] = []
  try {
    await makeProgram(context, (text) => help.push(text)).parseAsync(argv, { from: 'user' })
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error
    await write(context.stdout, help.join(''))
  }
}
