/** How the audit trail describes one kind of change, and the words that descriptions share. */
import type { AuditSummary } from './audit-entry.ts'
import type { ChangeName, Changes } from './changes.ts'

/** What was done, or undefined if nothing was changed. */
export type Summary = Omit<AuditSummary, 'command'> | undefined

export interface Description<Name extends ChangeName> {
  readonly command: string
  readonly summarize: (
    result: Awaited<ReturnType<Changes[Name]>>,
    ...given: Parameters<Changes[Name]>
  ) => Summary
}

export const summary = (sentence: string, details: object): Summary => ({ summary: sentence, details })
export const summaryIf = (changed: boolean | number, sentence: string, details: object): Summary =>
  changed === false || changed === 0 ? undefined : { summary: sentence, details }

export const quote = (name: string): string => JSON.stringify(name)
export const count = (number: number, noun: string): string => `${number} ${noun}${number === 1 ? '' : 's'}`
