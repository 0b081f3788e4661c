/** PostgreSQL's own programs: finding them on this machine, and running them without exposing a secret. */
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { env } from 'node:process'
import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { StoreError } from '../store-error.ts'
import { type Address, type Mode, modes } from './address.ts'

/** A program to be found in the PATH. */
export type ToolName = 'pg_dump' | 'pg_restore'

/**
 * Throws `no-tool` unless the program is in the PATH and, if `server` is the major version of a server, not older than
 * that. `command` is what a person may type on a machine that has the program. Returns its major version.
 */
export function requireTool(name: ToolName, command: string, server?: number): number {
  const { stdout, stderr, error } = spawnSync(name, ['--version'], { encoding: 'utf8' })
  const byHand = `Or run this on a machine that has it: ${command} (the password is looked for in PGPASSWORD and ~/.pgpass).`
  const needed = server === undefined ? '' : ` ${server} or newer`
  if (error !== undefined) {
    throw new StoreError(
      'no-tool',
      `This needs ${name}${needed} of PostgreSQL's client programs, which is not in the PATH. Install it ` +
        `(Debian: postgresql-client${server === undefined ? '' : `-${server}`}). ${byHand}`,
      error,
    )
  }
  const [, version] = /\) (\d+)/.exec(stdout) ?? []
  const major = Number(version)
  if (version === undefined) {
    throw new StoreError(
      'no-tool',
      `The ${name} in the PATH does not say its version: ${firstLine(stderr) || 'it says nothing'}. ` +
        `This needs ${name}${needed} of PostgreSQL's client programs. ${byHand}`,
    )
  }
  if (server === undefined || major >= server) return major
  throw new StoreError(
    'no-tool',
    `The ${name} in the PATH is of version ${major}, and the server of version ${server}: it needs ${name}${needed}. ${byHand}`,
  )
}

/**
 * Runs a program and passes its output to `read`. If the program fails, rejects with `failure` of its error message;
 * rejects with what `read` rejects with.
 */
export async function runTool<T>(
  name: ToolName,
  flags: readonly string[],
  variables: Readonly<Record<string, string>>,
  read: (printed: Readable) => Promise<T>,
  failure: (said: string) => StoreError,
): Promise<T> {
  const child = spawn(name, flags, {
    env: { ...withoutOthers(), ...variables, LC_ALL: 'C', TZ: 'UTC' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  // The program's own message, or why it could not be started.
  const said = text(child.stderr).catch(() => '')
  const ended = once(child, 'close').then(
    async () => firstLine(await said) || `it ended with ${child.signalCode ?? `exit code ${child.exitCode}`}`,
    (error: unknown) => `it can't be started (${String(error)})`,
  )
  try {
    const result = await read(child.stdout)
    await ended
    if (child.exitCode === 0) return result
  } catch (error) {
    child.kill()
    child.stdout.destroy()
    await ended
    if (child.pid !== undefined) throw error
  }
  throw failure(await ended)
}

/** Leads the programs to the server without arguments, which everybody could see. `major`: the programs' version. */
export function variablesOf(address: Address, major: number): Readonly<Record<string, string>> {
  const { servers, user, password, database, applicationName, sslrootcert } = address
  // The programs accept one mode for all hosts: use the strictest.
  const sslmode =
    servers
      .map((server) => server.sslmode)
      .toSorted(byStrictness)
      .at(-1) ?? 'verify-full'
  return {
    PGHOST: servers.map(({ host }) => host).join(),
    PGPORT: servers.map(({ port }) => port).join(),
    // Not read-write: a role or database that is set to read-only may also be backed up.
    PGTARGETSESSIONATTRS: 'primary',
    PGDATABASE: database,
    PGAPPNAME: applicationName,
    PGSSLMODE: sslmode,
    PGCONNECT_TIMEOUT: '10',
    ...(user !== undefined && { PGUSER: user }),
    ...(password !== undefined && { PGPASSWORD: password }),
    // Like the driver: the authorities that the system trusts. Before 16 they had to be in ~/.postgresql/root.crt.
    ...(sslmode === 'verify-full' && major >= 16 && { PGSSLROOTCERT: 'system' }),
    ...(sslrootcert !== undefined && { PGSSLROOTCERT: sslrootcert }),
  }
}

const byStrictness = (a: Mode, b: Mode): number => modes.indexOf(a) - modes.indexOf(b)

/** The environment without variables that would lead the programs to another server. */
function withoutOthers(): NodeJS.ProcessEnv {
  const { PGHOSTADDR: _address, PGSERVICE: _service, PGOPTIONS: _options, ...rest } = env
  return rest
}

const firstLine = (said: string): string => said.trim().split('\n', 1)[0] ?? ''
