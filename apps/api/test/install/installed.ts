/** The package as operators get it: packed, and installed into a prefix of its own. */
import { spawn } from 'node:child_process'
import { mkdir, readdir } from 'node:fs/promises'
import { homedir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import process from 'node:process'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('../../../../', import.meta.url))

export interface Installed {
  readonly tarball: string
  /** The directory given to `npm --prefix`. */
  readonly prefix: string
  /** The directory of the package in it. */
  readonly directory: string
  /** An environment for programs that find the command, and know nothing of this repository. */
  readonly env: NodeJS.ProcessEnv
}

/** Packs (one at a time, because `dist` is rebuilt), and installs the tarball into an empty prefix below `path`. */
export async function install(path: string): Promise<Installed> {
  const packed = await pack(path)
  const { tarball, prefix, env } = packed
  await execute('npm', ['install', '--global', '--prefix', prefix, '--ignore-scripts', tarball], {
    cwd: path,
    env,
  })
  return packed
}

/** The same without installing: the caller installs into that prefix. A home directory is beside it. */
export async function pack(path: string): Promise<Installed> {
  await execute(
    'npx',
    ['--yes', 'pnpm@12', '--filter', '@plant-store/api', 'pack', '--pack-destination', path],
    {
      cwd: root,
    },
  )
  const name = (await readdir(path)).find((file) => file.endsWith('.tgz')) ?? ''
  const [tarball, prefix, home] = [join(path, name), join(path, 'prefix'), join(path, 'home')]
  await mkdir(home)
  return {
    tarball,
    prefix,
    directory: join(prefix, 'lib/node_modules/@plant-store/api'),
    env: cleanEnvironment(home, join(prefix, 'bin')),
  }
}

/** As for a user who has just logged in, with this Node, and with the settings for reaching the package registry. */
function cleanEnvironment(home: string, ...directories: readonly string[]): NodeJS.ProcessEnv {
  const own = Object.entries(process.env).filter(([name]) => !name.startsWith('PLANT_STORE_'))
  const path = [...directories, dirname(process.execPath), '/usr/bin', '/bin', '/usr/sbin', '/sbin']
  return {
    ...Object.fromEntries(own),
    HOME: home,
    PATH: path.join(delimiter),
    LANG: 'C.UTF-8',
    // Always the same packages: those that npm has need not be fetched again, nor looked up in an audit.
    npm_config_cache: process.env['npm_config_cache'] ?? join(homedir(), '.npm'),
    npm_config_prefer_offline: 'true',
    npm_config_audit: 'false',
  }
}

/** Runs a program to its end and returns what it wrote to standard output; throws its output if it failed. */
export async function execute(
  program: string,
  argv: readonly string[],
  options: { readonly cwd: string; readonly env?: NodeJS.ProcessEnv },
): Promise<string> {
  const child = spawn(program, argv, { ...options, stdio: ['ignore', 'pipe', 'pipe'] })
  const { promise: closed, resolve, reject } = Promise.withResolvers<number | null>()
  child.once('close', (code) => resolve(code)).once('error', reject)
  const [stdout, stderr, code] = await Promise.all([text(child.stdout), text(child.stderr), closed])
  if (code === 0) return stdout
  throw new Error(`${[program, ...argv].join(' ')} ended with ${code}:\n${stdout}${stderr}`)
}
