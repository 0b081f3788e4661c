/** How the audit trail describes changes of grants, and the words that all descriptions share. */
import type { StandingSelection, Subject } from '../../store.ts'
import type { AuditSummary } from './audit-entry.ts'
import type { ChangeName, Changes } from './changes.ts'

const nameOf = (subject: Subject): string =>
  'user' in subject ? `user ${quote(subject.user)}` : `group ${quote(subject.group)}`

const describeStanding = (selection: StandingSelection): string => {
  if ('all' in selection) return 'all plants'
  const tags = [selection.tag].flat()
  return `tag ${tags.map((tag) => quote(tag)).join(', ')}`
}

type GrantChange = 'grant' | 'revoke' | 'grantStanding' | 'revokeStanding'

export const grantDescriptions: { readonly [Name in GrantChange]: Description<Name> } = {
  grant: {
    command: 'grants add',
    summarize: (outcome, subject, plants) =>
      summaryIf(outcome.changed, `Granted ${count(outcome.changed, 'plant')} to ${nameOf(subject)}.`, {
        ...subject,
        plants,
        ...outcome,
      }),
  },
  revoke: {
    command: 'grants remove',
    summarize: (outcome, subject, plants) =>
      summaryIf(outcome.changed, `Revoked ${count(outcome.changed, 'grant')} of ${nameOf(subject)}.`, {
        ...subject,
        plants,
        ...outcome,
      }),
  },
  grantStanding: {
    command: 'grants add --standing',
    summarize: (outcome, subject, standing) =>
      summaryIf(
        outcome.changed,
        `Granted ${describeStanding(standing)} to ${nameOf(subject)}, also in future.`,
        {
          ...subject,
          standing,
          ...outcome,
        },
      ),
  },
  revokeStanding: {
    command: 'grants remove --standing',
    summarize: (outcome, subject, standing) => {
      const what = `the standing grant of ${describeStanding(standing)}`
      return summaryIf(outcome.changed, `Revoked ${what} from ${nameOf(subject)}.`, {
        ...subject,
        standing,
        ...outcome,
      })
    },
  },
}

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
