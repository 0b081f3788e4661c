/** The command line of schemathesis, what stands in its environment, and the reports that it writes. */
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

/** Random requests, on top of those that every run makes. */
const examples: Readonly<Record<Budget, number>> = { quick: 15, standard: 150, deep: 1500 }

/** One run. */
export interface Run {
  readonly url: string
  readonly seed: number
  readonly budget: Budget
  /** The run's own: `contract.json` is there, and its reports go there. */
  readonly directory: string
  readonly wantsReports: boolean
}

/** By their names in the run's directory. */
const reports = ['schemathesis.junit.xml', 'schemathesis.har'] as const

/** Arguments for the Python of the environment. The token is none of them: a list of processes would show it. */
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
    // Hypothesis takes a busy machine for schemas of which nothing can be made.
    '--suppress-health-check=too_slow',
    // A smaller example of the same fault is nice to have, and slow to find.
    ...(budget === 'deep' ? [] : ['--no-shrink']),
    ...(wantsReports
      ? ['--report=junit,har', `--report-junit-path=${junit}`, `--report-har-path=${har}`]
      : []),
  ]
}

/** Python's client heeds the proxies in lower case, and those before the ones in capitals. */
const meddling = /^(?:PYTHON|SCHEMATHESIS|HYPOTHESIS|COVERAGE)|^(?:https?|all|no)_proxy$/i

/** Ours without what would change how Python or schemathesis works, which host it asks, and with which token. */
export function plainEnvironment(token: string): NodeJS.ProcessEnv {
  const own = Object.entries(process.env).filter(([name]) => !meddling.test(name))
  return {
    ...Object.fromEntries(own),
    PLANT_STORE_TOKEN: token,
    // Proxies are for the world outside; the service is asked directly, as the other judges ask it.
    NO_PROXY: '*',
    no_proxy: '*',
    // In place of the token, Python's client would send the password that ~/.netrc has for the host.
    NETRC: devNull,
    PYTHONUTF8: '1',
  }
}

/** The authorities that Node trusts, in the run's directory: Python has a list of its own, without those added here. */
export const authorities = 'authorities.pem'

/** The same, with what hooks.py and the settings need. */
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

/** Its reports from the run's directory in the target, without tokens. */
export async function keepReports(
  directory: string,
  target: string,
  { callers, refusedTokens }: Subject,
): Promise<void> {
  const redact = redactTokens(
    callers.map(({ token }) => token),
    refusedTokens,
  )
  await mkdir(target, { recursive: true })
  await Promise.all(
    reports.map(async (name) => {
      const report = await readFile(join(directory, name), 'utf8').catch(() => undefined)
      if (report !== undefined) await writeFile(join(target, name), redact(report))
    }),
  )
}
