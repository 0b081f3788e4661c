/** The Python environment of schemathesis: installed once for each state of its requirements, then used offline. */
import { hash, randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { cacheDirectory } from '../../cache-directory.ts'
import { CheckerFailure } from '../../run/checker.ts'
import { runInGroup } from './run-in-group.ts'

const ownRequirements = fileURLToPath(import.meta.resolve('#schemathesis/requirements.txt'))

/** Where environments are kept. */
export const environments = join(cacheDirectory, 'python')

/** What to install, a requirements file with hashes, with which Python (by default CONFORMANCE_PYTHON), and where. */
export interface EnvironmentOptions {
  readonly signal: AbortSignal
  readonly directory?: string
  readonly python?: string
  readonly requirements?: string
}

/** Resolves to the environment's Python; of several processes, the first installs it for all. Rejects with a `CheckerFailure`. */
export async function provideEnvironment({
  signal,
  directory = environments,
  python = namedPython(),
  requirements = ownRequirements,
}: EnvironmentOptions): Promise<string> {
  const state = [await readFile(requirements, 'utf8'), python].join('\0')
  const home = join(directory, `schemathesis-${hash('sha256', state).slice(0, 16)}`)
  const own = join(home, 'bin', 'python')
  // It is a link: also false where the Python that the environment was made with is gone.
  if (existsSync(own)) return own
  await findPython(signal, python)
  await rm(home, { recursive: true, force: true })
  const place = `${home}.unfinished-${randomUUID()}`
  try {
    await run([python, '-m', 'venv', place], place, signal)
    await run([join(place, 'bin', 'python'), ...pip, '--requirement', requirements], place, signal)
    await rename(place, home).catch((error: unknown) => {
      if (!existsSync(own)) throw error
    })
  } finally {
    await rm(place, { recursive: true, force: true })
  }
  return own
}

const namedPython = (): string => process.env['CONFORMANCE_PYTHON'] ?? 'python3'

/** Whether it is new enough, and can make environments: Debian keeps that in a package of its own. */
const question = `import sys, venv, ensurepip
sys.exit(sys.version_info < (3, 11) and 'it is Python ' + sys.version.split()[0])`

/** Resolves to the Python. Rejects with a `CheckerFailure` that says what to install, where it is not suitable. */
export async function findPython(signal: AbortSignal, command = namedPython()): Promise<string> {
  const { code, output } = await runInGroup({ command, args: ['-c', question], signal })
  if (code === 0) return command
  const told = output.trim().split('\n').at(-1) ?? ''
  throw new CheckerFailure(
    `schemathesis needs Python 3.11 or newer, with venv; ${command} can't be used: ${told}. Install it (on Debian: apt-get install python3 python3-venv), or name another with CONFORMANCE_PYTHON.`,
  )
}

const pip = `-m pip install --quiet --no-input --disable-pip-version-check --retries 2
  --require-hashes --only-binary :all:`.split(/\s+/)

async function run(words: readonly string[], scratch: string, signal: AbortSignal): Promise<void> {
  const [command = '', ...args] = words
  const { code, output } = await runInGroup({ command, args, scratch, signal, env: environmentOfPip() })
  signal.throwIfAborted()
  if (code === 0) return
  const told = output.split('\n').find((line) => /error/i.test(line)) ?? output
  throw new CheckerFailure(
    `schemathesis could not be installed, which takes the network once, or another index of packages (PIP_INDEX_URL): ${told.trim().slice(0, 300)}`,
  )
}

/** Where packages come from. Other settings of pip, such as `PIP_TARGET`, would install them elsewhere. */
const ofIndex =
  /^PIP_(?:CONFIG_FILE|(?:EXTRA_)?INDEX_URL|NO_INDEX|FIND_LINKS|TRUSTED_HOST|(?:CLIENT_)?CERT|PROXY|CACHE_DIR|(?:DEFAULT_)?TIMEOUT)$/

/** Our environment without what would change what pip installs, and where; `PIP_USER` also wins over pip's own files. */
const environmentOfPip = (): NodeJS.ProcessEnv => ({
  ...Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^(?:PIP_|PYTHON)/.test(name) || ofIndex.test(name)),
  ),
  PIP_USER: '0',
})
