/** PostgreSQL as installed by Debian: a server with its own programs of the same version, if this machine has them. */
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

const root = '/usr/lib/postgresql'

/** The directory of the newest complete set of programs; undefined: there is none. */
export function findOwnTools(): string | undefined {
  if (!existsSync(root)) return undefined
  return readdirSync(root)
    .toSorted((a, b) => Number(b) - Number(a))
    .map((version) => join(root, version, 'bin'))
    .find((directory) =>
      ['initdb', 'pg_ctl', 'pg_dump', 'pg_restore'].every((each) => existsSync(join(directory, each))),
    )
}

/** Why tests that need the programs are skipped, and how to install them. */
export const noOwnTools = 'no PostgreSQL with pg_dump is installed here (Debian: apt-get install postgresql)'
