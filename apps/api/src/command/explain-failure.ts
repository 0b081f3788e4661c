/** From whatever was thrown to what the person reads and how the command ends. */
import { StoreError } from '@plant-store/store'
import { CommanderError } from 'commander'
import { ListenError } from '../service/listen.ts'
import { SettingsError } from '../settings.ts'
import { CommandFailure } from './command-failure.ts'
import { type Exit, storeExits } from './exit-codes.ts'
import { PipeClosed } from './terminal/write-text.ts'

export interface Explanation {
  readonly exit: Exit
  /** The name a script can switch on: the way the command ends, or the store's own word where it has one. */
  readonly code: string
  /** Empty when there is nothing to say. */
  readonly message: string
}

/** Never throws. What it doesn't know is a fault of ours, and is shown with its stack. */
export function explainFailure(fault: unknown): Explanation {
  if (fault instanceof PipeClosed) return silent('ok')
  if (fault instanceof CommandFailure) return say(fault.exit, fault.message)
  if (fault instanceof StoreError) return say(storeExits[fault.code], fault.message, fault.code)
  if (fault instanceof SettingsError) return say('settings', explainSettings(fault))
  // Help or the version was asked for, and printed; what is wrong with a command line is a `CommandFailure`.
  if (fault instanceof CommanderError) return silent('ok')
  if (fault instanceof ListenError) return say('address', explainAddress(fault))
  if (isDiskFull(fault)) return say('full', 'There is no space left on the disk.')
  return say('internal', explainFault(fault))
}

function say(exit: Exit, message: string, code: string = exit): Explanation {
  return { exit, code, message }
}
function silent(exit: Exit): Explanation {
  return say(exit, '')
}

function explainSettings({ faults }: SettingsError): string {
  return faults.map(({ setting, source, problem }) => `${setting} (${source}) ${problem}.`).join('\n')
}

function explainAddress({ message }: ListenError): string {
  const sentence = message.charAt(0).toUpperCase() + message.slice(1)
  return `${sentence}. See --port and --host; for the operator's listener --operator-port and --operator-host.`
}

function isDiskFull(fault: unknown): boolean {
  return fault instanceof Error && 'code' in fault && fault.code === 'ENOSPC'
}

function explainFault(fault: unknown): string {
  const detail = fault instanceof Error ? (fault.stack ?? fault.message) : String(fault)
  return `This is a fault of plant-store, not yours. Please report it with these lines:\n${detail}`
}
