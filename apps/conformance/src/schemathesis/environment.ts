/** The Python environment of schemathesis: installed once for each state of its requirements, then used offline. */
import { hash, randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { JudgeFailure } from '../court/judge.ts'
import { findPython } from './find-python.ts'
import { runInGroup } from './run-in-group.ts'

const ownRequirements = fileURLToPath(new URL('../../schemathesis/requirements.txt', import.meta.url))

/** Where environments are kept; version control ignores it. */
export const environments = fileURLToPath(new URL('../../.plant-store/python', import.meta.url))

/** What to install, and where. */
export interface EnvironmentOptions {
  readonly signal: AbortSignal
  /** Where to keep it. */
  readonly directory?: string
  /** The Python to make it with; CONFORMANCE_PYTHON by default. */
  readonly python?: string | undefined
  /** What to install: a requirements file with hashes. */
  readonly requirements?: string
}

/**
 * Resolves to the path of the environment's own Python. Several processes may ask at once: each installs for itself, and
 * the first to finish has installed it for all. An interrupted installation leaves nothing behind. Rejects with a `JudgeFailure` when there is no suitable Python, or the
 * packages can't be obtained.
 */
export async function provideEnvironment(options: EnvironmentOptions): Promise<string> {
  const { signal, directory = environments, python = process.env['CONFORMANCE_PYTHON'] } = options
  const { requirements = ownRequirements } = options
  const home = join(directory, await nameEnvironment(requirements, python))
  const own = pythonIn(home)
  if (hasPython(home)) return own
  const base = await findPython(python, signal)
  await makeDirectory(directory)
  await install(base, home, requirements, signal)
  return own
}

async function makeDirectory(directory: string): Promise<void> {
  try {
    await mkdir(directory, { recursive: true })
  } catch (fault) {
    const told = fault instanceof Error ? fault.message : String(fault)
    throw new JudgeFailure(`schemathesis could not be installed: ${told}. Make that place writable.`)
  }
}

const pythonIn = (home: string): string => join(home, 'bin', 'python')

/** Also false where the Python that the environment was made with is gone: its own is a link to that one. */
const hasPython = (home: string): boolean => existsSync(pythonIn(home))

/** Different requirements, or a different Python asked for, make a different environment. */
async function nameEnvironment(requirements: string, python = ''): Promise<string> {
  const parts = [await readFile(requirements, 'utf8'), python, process.platform, process.arch]
  return `schemathesis-${hash('sha256', parts.map((part) => `${part}\0`).join('')).slice(0, 16)}`
}

/** Installs beside the final place first; the environment gets its name when it is complete. */
async function install(base: string, home: string, requirements: string, signal: AbortSignal): Promise<void> {
  const place = `${home}.unfinished-${randomUUID()}`
  const own = pythonIn(place)
  try {
    for (const words of [
      [base, '-m', 'venv', place],
      [own, ...pip, '--requirement', requirements],
    ])
      await run(words, place, signal)
    await rename(place, home).catch(async (error: unknown) => {
      // Another process may have finished first: its environment is as good, unless its Python is gone.
      if (hasPython(home)) return
      if (!existsSync(home)) throw error
      await rm(home, { recursive: true, force: true })
      await rename(place, home)
    })
  } catch (error) {
    if (!hasPython(home)) throw error
  } finally {
    await rm(place, { recursive: true, force: true })
  }
}

const pip = `-m pip install --quiet --no-input --disable-pip-version-check --retries 2
  --require-hashes --only-binary :all:`.split(/\s+/)

async function run(words: readonly string[], scratch: string, signal: AbortSignal): Promise<void> {
  const [command = '', ...args] = words
  const { code, output } = await runInGroup({ command, args, scratch, signal, env: environmentOfPip() })
  signal.throwIfAborted()
  if (code !== 0) throw new JudgeFailure(explain(output))
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

const unreachable =
  /NewConnectionError|Name or service not known|name resolution|nodename nor servname|timed out|ProxyError|Network is unreachable|Connection refused|getaddrinfo/i

function explain(output: string): string {
  if (unreachable.test(output)) {
    return 'schemathesis could not be installed: PyPI, where Python packages come from, was not reached. Connect to the network, or give pip another index (PIP_INDEX_URL); this is needed once.'
  }
  const lines = output.split('\n').filter((line) => line.trim() !== '')
  const told = lines.findLast((line) => /error/i.test(line)) ?? lines.at(-1) ?? 'pip said nothing'
  return `schemathesis could not be installed: ${told.trim()}`
}
