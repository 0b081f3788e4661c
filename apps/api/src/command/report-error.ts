/** Turns whatever was thrown into a message and an exit code. */
import { StoreError, type StoreErrorCode } from '@plant-store/store'
import { ListenError } from '../http/server/listen.ts'
import { WorkerEndedError } from '../workers/messages.ts'
import { type CommandContext, toJson } from './terminal/output.ts'
import { CommandError, exitCodes, type ExitName } from './exit-codes.ts'
import { escapeLines, hideSecrets } from './terminal/text.ts'

/** How the command ends after each error of the store. */
const storeExits: Readonly<Record<StoreErrorCode, ExitName>> = {
  missing: 'database',
  unreadable: 'database',
  unreachable: 'database',
  foreign: 'database',
  newer: 'database',
  outdated: 'database',
  damaged: 'damaged',
  busy: 'busy',
  full: 'full',
  'not-found': 'refused',
  conflict: 'refused',
  invalid: 'refused',
}

/** Writes what went wrong to stderr, as a sentence or as JSON, and returns the exit code. Secrets are hidden. */
export function reportError(
  error: unknown,
  { stderr, json }: Pick<CommandContext, 'stderr' | 'json'>,
): number {
  const { exit, code = exit, sentence } = explain(error)
  const text = hideSecrets(sentence)
  // Several settings may be wrong: each gets an error of its own.
  const messages = json && exit === 'settings' ? text.split('\n') : [text]
  for (const message of messages) {
    if (message !== '')
      stderr.write(`${json ? toJson({ error: { code, message } }) : escapeLines(message)}\n`)
  }
  return exitCodes[exit].code
}

interface Explanation {
  readonly exit: ExitName
  /** The code for scripts, where it differs from `exit`: the store's own code. */
  readonly code?: string
  /** Empty if there is nothing to say. */
  readonly sentence: string
}

function explain(error: unknown): Explanation {
  if (error instanceof CommandError) return { exit: error.exit, sentence: error.message }
  if (error instanceof StoreError) {
    return { exit: storeExits[error.code], code: error.code, sentence: error.message }
  }
  if (error instanceof ListenError) return { exit: 'address', sentence: explainAddress(error) }
  if (error instanceof WorkerEndedError) return { exit: 'workers', sentence: `${error.message}.` }
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  // The reader has stopped reading, as `head` does after ten lines.
  if (code === 'EPIPE') return { exit: 'ok', sentence: '' }
  if (code === 'ENOSPC') return { exit: 'full', sentence: 'The output could not be written: no space left.' }
  const detail = error instanceof Error ? (error.stack ?? error.message) : String(error)
  return {
    exit: 'internal',
    sentence: `This is a bug in plant-store. Please report it with these lines:\n${detail}`,
  }
}

function explainAddress({ message }: ListenError): string {
  const sentence = message.charAt(0).toUpperCase() + message.slice(1)
  return `${sentence} (--host, --port; for the operator's listener --operator-host, --operator-port).`
}
