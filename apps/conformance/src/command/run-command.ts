/** One run of the command, from its arguments to its exit code. */
import { ReportError } from '../report/write-reports.ts'
import { WorldFileError } from '../world-file.ts'
import { describeFault, toLines } from './describe-fault.ts'
import { CommandFailure, type Exit, exits } from './exit-codes.ts'
import { parseWords } from './parse-words.ts'
import { makeProgram } from './program.ts'
import type { Context } from './context.ts'
import { writeText } from './terminal.ts'

/** Resolves to the exit code when everything is said and closed. Never rejects. */
export async function runCommand(words: readonly string[], context: Context): Promise<number> {
  // What is not said to be well is not.
  let exit: Exit = 'unjudged'
  const end = (how: Exit): void => {
    exit = how
  }
  try {
    const command = await parseWords((help) => makeProgram(context, end, help), words, context.stdout)
    if (command === undefined) exit = 'conforms'
  } catch (fault) {
    exit = 'unjudged'
    await say(explain(fault), context, words.includes('--json'))
  }
  const interrupted = exitOf(context.interrupt)
  if (interrupted === undefined) return exits[exit].code
  // Where a fault was the cause, it was told.
  if (interrupted !== 'unjudged')
    await writeText(context.stderr, 'Interrupted: nothing may be concluded.\n').catch(() => {})
  return exits[interrupted].code
}

/** Ways to end that the one who aborts may name. */
const endings: readonly Exit[] = ['unjudged', 'hungUp', 'interrupted', 'terminated']

function exitOf({ aborted, reason }: AbortSignal): Exit | undefined {
  return aborted ? (endings.find((exit) => exit === reason) ?? 'interrupted') : undefined
}

/** What it doesn't know is a fault of ours. */
function explain(fault: unknown): string {
  const known = [CommandFailure, ReportError, WorldFileError].some((kind) => fault instanceof kind)
  return fault instanceof Error && known ? fault.message : describeFault(fault)
}

async function say(message: string, { stderr, interrupt }: Context, json: boolean): Promise<void> {
  if (interrupt.aborted) return
  // There is nobody left to tell that it can't be told.
  await writeText(stderr, toLines(message, json)).catch(() => {})
}
