/** How the audit trail describes one kind of change, and the words that descriptions share. */
import type { Deed } from './audit-entry.ts'
import type { ChangeName, Changes } from './changes.ts'

/** What was done, or undefined if nothing was changed. */
export type Told = Omit<Deed, 'command'> | undefined

export interface Description<Name extends ChangeName> {
  readonly command: string
  readonly tell: (result: Awaited<ReturnType<Changes[Name]>>, ...given: Parameters<Changes[Name]>) => Told
}

export const did = (summary: string, details: object): Told => ({ summary, details })
export const didIf = (changed: boolean | number, summary: string, details: object): Told =>
  changed === false || changed === 0 ? undefined : { summary, details }

export const quote = (name: string): string => JSON.stringify(name)
export const count = (number: number, noun: string): string => `${number} ${noun}${number === 1 ? '' : 's'}`
