/** The audit trail's descriptions of grants. */
import type { StandingSelection, Subject } from '../store.ts'
import { count, type Description, summaryIf, quote } from './description.ts'

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
