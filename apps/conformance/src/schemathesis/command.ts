/** The command line of schemathesis, its environment variables, and the reports that it writes. */
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { devNull } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { redactTokens } from '@plant-store/raw-http'
import type { Budget, Subject } from '../subject.ts'

const ownFile = (name: string): string =>
  fileURLToPath(new URL(`../../schemathesis/${name}`, import.meta.url))

/** A service that takes longer has not answered. */
const patienceS = 10

/** The number of random requests, on top of those that every run makes. */
const examples: Readonly<Record<Budget, number>> = { quick: 15, standard: 150, deep: 1500 }

/** One run. */
export interface Run {
  readonly url: string
  readonly seed: number
  readonly budget: Budget
  /** The run's own directory: it holds `contract.json`, and the reports go there. */
  readonly directory: string
  readonly wantsReports: boolean
}

/** The names of the reports in the run's directory. */
const reports = ['schemathesis.junit.xml', 'schemathesis.har'] as const

/** Arguments for the environment's Python. The token is not among them: a process list would show it. */
export function argumentsFor({ url, seed, budget, directory, wantsReports }: Run): readonly string[] {
  const [junit, har] = reports.map((name) => join(directory, name))
  return [
    '-m',
    'schemathesis.cli',
    `--config-file=${ownFile('schemathesis.toml')}`,
    'run',
    join(directory, 'contract.json'),
    `--url=${url}`,
    `--seed=${seed}`,
    `--max-examples=${examples[budget]}`,
    `--request-timeout=${patienceS}`,
    // A smaller example of the same fault is nice to have, but slow to find.
    ...(budget === 'deep' ? [] : ['--no-shrink']),
    ...(wantsReports
      ? ['--report=junit,har', `--report-junit-path=${junit}`, `--report-har-path=${har}`]
      : []),
  ]
}

/** Python's client also reads the proxy variables in lower case, and prefers them to those in upper case. */
const meddling = /^(?:PYTHON|SCHEMATHESIS|HYPOTHESIS|COVERAGE)|^(?:https?|all|no)_proxy$/i

/** Where packages come from. Other settings of pip, such as `PIP_TARGET`, would install them elsewhere. */
const ofIndex =
  /^PIP_(?:CONFIG_FILE|(?:EXTRA_)?INDEX_URL|NO_INDEX|FIND_LINKS|TRUSTED_HOST|(?:CLIENT_)?CERT|PROXY|CACHE_DIR|(?:DEFAULT_)?TIMEOUT)$/

/** Our environment without what would change what pip installs, and where; `PIP_USER` also wins over pip's own files. */
export const environmentOfPip = (): NodeJS.ProcessEnv => ({
  ...Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^(?:PIP_|PYTHON)/.test(name) || ofIndex.test(name)),
  ),
  PIP_USER: '0',
})

/** Our environment without what would change how Python or schemathesis works, or which host and token it uses. */
export function plainEnvironment(token: string): NodeJS.ProcessEnv {
  const own = Object.entries(process.env).filter(([name]) => !meddling.test(name))
  return {
    ...Object.fromEntries(own),
    PLANT_STORE_TOKEN: token,
    // Proxies are for the outside world; requests go to the service directly, like those of the other judges.
    NO_PROXY: '*',
    no_proxy: '*',
    // Otherwise Python's client would replace the token with the password that ~/.netrc has for the host.
    NETRC: devNull,
    PYTHONUTF8: '1',
  }
}

/** The authorities that Node trusts, in the run's directory: Python has its own list, without those added here. */
export const authorities = 'authorities.pem'

/** The plain environment, with what hooks.py and the settings need. */
export function environmentFor(token: string, directory: string): NodeJS.ProcessEnv {
  return {
    ...plainEnvironment(token),
    PLANT_STORE_HOOKS: ownFile('hooks.py'),
    PLANT_STORE_LINES: '3',
    PLANT_STORE_RUN: directory,
    REQUESTS_CA_BUNDLE: join(directory, authorities),
    PYTHONDONTWRITEBYTECODE: '1',
  }
}

/** Copies the reports from the run's directory to the target, without tokens. */
export async function keepReports(directory: string, target: string, subject: Subject): Promise<void> {
  const redact = redactTokens(subject)
  await mkdir(target, { recursive: true })
  await Promise.all(
    reports.map(async (name) => {
      const report = await readFile(join(directory, name), 'utf8').catch(() => undefined)
      if (report !== undefined) await writeFile(join(target, name), redact(report))
    }),
  )
}
