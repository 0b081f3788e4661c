/** One run of the command, from its arguments to its exit code. */
import { CommanderError } from 'commander'
import { ReportError } from '../report/report-error.ts'
import { WorldFileError } from '../world-file.ts'
import { CommandFailure } from './command-failure.ts'
import { type Exit, exits } from './exit-codes.ts'
import { makeProgram } from './program.ts'
import type { Surroundings } from './surroundings.ts'
import { writeText } from './terminal/write-text.ts'

/** Resolves to the exit code when everything is said and closed. Never rejects. */
export async function runCommand(words: readonly string[], around: Surroundings): Promise<number> {
  let exit: Exit = 'conforms'
  const program = makeProgram(around, (end) => {
    exit = end
  })
  try {
    await program.parseAsync(words, { from: 'user' })
  } catch (fault) {
    // Help or the version was asked for, and printed.
    if (!(fault instanceof CommanderError)) {
      exit = 'unjudged'
      await say(explain(fault), around, words.includes('--json'))
    }
  }
  const interrupted = exitOf(around.interrupt)
  if (interrupted === undefined) return exits[exit].code
  await writeText(around.stderr, 'Interrupted: nothing may be concluded.\n').catch(() => {})
  return exits[interrupted].code
}

function exitOf({ aborted, reason }: AbortSignal): Exit | undefined {
  if (!aborted) return undefined
  return reason === 'terminated' ? 'terminated' : 'interrupted'
}

/** What it doesn't know is a fault of ours, and is shown with its stack. */
function explain(fault: unknown): string {
  const known = [CommandFailure, ReportError, WorldFileError].some((kind) => fault instanceof kind)
  if (fault instanceof Error && known) return fault.message
  const detail = fault instanceof Error ? (fault.stack ?? fault.message) : String(fault)
  return `This is a fault of the harness, not of the service. Please report it with these lines:\n${detail}`
}

async function say(message: string, { stderr, interrupt }: Surroundings, json: boolean): Promise<void> {
  if (interrupt.aborted) return
  const text = json ? JSON.stringify({ error: { message } }) : message
  // There is nobody left to tell that it can't be told.
  await writeText(stderr, `${text}\n`).catch(() => {})
}
