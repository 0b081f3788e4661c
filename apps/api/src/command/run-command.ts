/** One run of the command, from its arguments to its exit code. */
import type { CommandContext } from './context.ts'
import { exitCodes } from './exit-codes.ts'
import { makeProgram } from './program.ts'
import { reportError } from './report-error.ts'
import { removeServiceLinks } from './setting-options.ts'

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
    await makeProgram(context).parseAsync(argv, { from: 'user' })
    return exitCodes.ok.code
  } catch (error) {
    return reportError(error, context)
  }
}
