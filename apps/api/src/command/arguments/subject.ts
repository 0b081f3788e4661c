/** The options that say whose grants are meant. */
import type { Subject } from '@plant-store/store'
import { type Command, Option } from 'commander'
import { CommandFailure } from '../command-failure.ts'

/** What the options of `addSubject` hold once parsed. */
export interface SubjectOptions {
  readonly user?: string
  readonly group?: string
}

/** Adds `--user` and `--group`, of which one may be given. */
export function addSubject(command: Command): Command {
  return command
    .option('--user <name>', 'what is granted to this user directly')
    .addOption(new Option('--group <name>', 'what is granted to this group').conflicts('user'))
}

/** The subject, or undefined when neither was given. */
export function namedSubject({ user, group }: SubjectOptions): Subject | undefined {
  if (user !== undefined) return { user }
  return group === undefined ? undefined : { group }
}

/** The subject; a `CommandFailure` when neither was given. */
export function requireSubject(options: SubjectOptions): Subject {
  const subject = namedSubject(options)
  if (subject === undefined)
    throw new CommandFailure('usage', 'Say whose grants: --user NAME or --group NAME.')
  return subject
}

/** `user Mei` or `group herbarium`. */
export function describeSubject(subject: Subject): string {
  return 'user' in subject ? `user ${subject.user}` : `group ${subject.group}`
}
