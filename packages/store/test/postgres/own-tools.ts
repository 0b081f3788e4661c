/** PostgreSQL as Debian installs it: a server with its own programs, those of one version, if this machine has them. */
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

const root = '/usr/lib/postgresql'

/** The directory of the newest programs that are all there; undefined: there are none. */
export function findOwnTools(): string | undefined {
  if (!existsSync(root)) return undefined
  return readdirSync(root)
    .toSorted((a, b) => Number(b) - Number(a))
    .map((version) => join(root, version, 'bin'))
    .find((directory) =>
      ['initdb', 'pg_ctl', 'pg_dump', 'pg_restore'].every((each) => existsSync(join(directory, each))),
    )
}

/** Why tests that need them are skipped, and how the programs can be had. */
export const noOwnTools = 'no PostgreSQL with pg_dump is installed here (Debian: apt-get install postgresql)'
