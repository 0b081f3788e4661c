/** The options that say whose grants are meant. */
import type { Subject } from '@plant-store/store'
import { type Command, Option } from 'commander'
import { CommandError } from '../exit-codes.ts'

/** What the options of `addSubject` hold once parsed. */
export interface SubjectOptions {
  readonly user?: string
  readonly group?: string
}

/** Adds `--user` and `--group`; only one of them may be given. */
export function addSubject(command: Command): Command {
  return command
    .option('--user <name>', 'grants of this user, without those of groups')
    .addOption(new Option('--group <name>', 'grants of this group').conflicts('user'))
}

/** The user or group, or undefined when neither was given. */
export function namedSubject({ user, group }: SubjectOptions): Subject | undefined {
  if (user !== undefined) return { user }
  return group === undefined ? undefined : { group }
}

/** The user or group; a `CommandError` when neither was given. */
export function requireNamedSubject(options: SubjectOptions): Subject {
  const subject = namedSubject(options)
  if (subject !== undefined) return subject
  throw new CommandError('usage', 'Say who: --user NAME or --group NAME.')
}

/** `user Mei` or `group herbarium`. */
export function describeSubject(subject: Subject): string {
  return 'user' in subject ? `user ${subject.user}` : `group ${subject.group}`
}
