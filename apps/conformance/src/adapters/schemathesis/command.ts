/** The command line of schemathesis, and its environment variables. */
import { existsSync } from 'node:fs'
import { devNull } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Subject } from '../../subject.ts'

/** The document as it is published. */
const contract = fileURLToPath(import.meta.resolve('@plant-store/contracts/openapi.yaml'))

const ownSettings = fileURLToPath(new URL('../../../schemathesis/schemathesis.toml', import.meta.url))

/** The number of random requests, on top of those that every run makes. */
const examples: Readonly<Record<Subject['budget'], number>> = { quick: 15, standard: 150, deep: 1500 }

/** The reports in the run's directory that are kept for the user; the checker itself reads the first. */
export const reports = {
  ndjson: 'schemathesis.ndjson',
  junit: 'schemathesis.junit.xml',
  har: 'schemathesis.har',
}

/** The settings: the user's, which schemathesis looks for itself, or else ours. */
const settings = (): readonly string[] => (hasOwnSettings() ? [] : [`--config-file=${ownSettings}`])

/** As schemathesis looks for it: here and above, as far as the root of the repository. */
function hasOwnSettings(directory = process.cwd()): boolean {
  if (existsSync(join(directory, 'schemathesis.toml'))) return true
  const parent = dirname(directory)
  return !existsSync(join(directory, '.git')) && parent !== directory && hasOwnSettings(parent)
}

/** What decides which requests are made. */
const choices = ({ url, seed, budget }: Subject): readonly string[] => [
  ...settings(),
  'run',
  contract,
  `--url=${url}`,
  `--seed=${seed}`,
  `--max-examples=${examples[budget]}`,
  // A service that takes longer has not answered.
  '--request-timeout=10',
  // A smaller example of the same fault is nice to have, but slow to find.
  ...(budget === 'deep' ? [] : ['--no-shrink']),
]

/** The line that makes the same requests again, for users of schemathesis; `$TOKEN` is the first caller's token. */
export const lineFor = (subject: Subject): string =>
  ['st', ...choices(subject)].map((word) => (/^[\w@%+=:,./-]+$/.test(word) ? word : `'${word}'`)).join(' ')

/** Arguments for the environment's Python. The token is not among them: a process list would show it. */
export const argumentsFor = (subject: Subject, directory: string): readonly string[] => [
  '-m',
  'schemathesis.cli',
  ...choices(subject),
  `--report=${Object.keys(reports).join(',')}`,
  ...Object.entries(reports).map(([format, name]) => `--report-${format}-path=${join(directory, name)}`),
  // Which token a request carried must be known; `keepReports` takes it out.
  '--output-sanitize=false',
]

/** Python's client also reads the proxy variables in lower case, and prefers them to those in upper case. */
const meddling = /^(?:PYTHON|SCHEMATHESIS|HYPOTHESIS|COVERAGE)|^(?:https?|all|no)_proxy$/i

/** The authorities that Node trusts, in the run's directory: Python has its own list, without those added here. */
export const authorities = 'authorities.pem'

/** Our environment without what would change how Python or schemathesis works, or which host and token it uses. */
export const environmentFor = (token: string, directory: string): NodeJS.ProcessEnv => ({
  ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !meddling.test(name))),
  TOKEN: token,
  // Proxies are for the outside world; requests go to the service directly, like those of the other checkers.
  NO_PROXY: '*',
  no_proxy: '*',
  // Otherwise Python's client would replace the token with the password that ~/.netrc has for the host.
  NETRC: devNull,
  REQUESTS_CA_BUNDLE: join(directory, authorities),
  HYPOTHESIS_STORAGE_DIRECTORY: join(directory, 'hypothesis'),
  PYTHONDONTWRITEBYTECODE: '1',
  // No file of the user's directory is taken for a module of Python's.
  PYTHONSAFEPATH: '1',
  PYTHONUTF8: '1',
})
