/** One run of the command, from its arguments to its exit code. */
import { CommanderError } from 'commander'
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
  // Without a listener an error would end the process. Each write hears of its own, but for that of help.
  let failure: Error | undefined
  stdout.on('error', (error) => {
    failure ??= error
  })
  stderr.on('error', () => {})
  removeServiceLinks()
  try {
    await makeProgram(context).parseAsync(argv, { from: 'user' })
  } catch (error) {
    // Help or the version was printed; what is wrong with a command line is a `CommandError`.
    if (!(error instanceof CommanderError)) return reportError(error, context)
    await new Promise<void>((resolve) => {
      stdout.write('', () => resolve())
    })
    if (failure !== undefined) return reportError(failure, context)
  }
  return exitCodes.ok.code
}
