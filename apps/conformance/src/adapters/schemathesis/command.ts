/** The command line of schemathesis, and its environment variables. */
import { existsSync, readFileSync } from 'node:fs'
import { devNull } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { nameSecrets, type Parted } from '@plant-store/raw-http'
import { contractFile } from '../../contract/document.ts'
import { changesAnything } from '../../contract/operations.ts'
import type { Subject } from '../../subject.ts'

const ownSettings = fileURLToPath(import.meta.resolve('#schemathesis/schemathesis.toml'))

/** The number of random requests, on top of those that every run makes. */
const examples: Readonly<Record<Subject['budget'], number>> = { quick: 15, standard: 150, deep: 1500 }

/** The reports in the run's directory that are kept for the user; the checker itself reads the first. */
export const reports = {
  ndjson: 'schemathesis.ndjson',
  junit: 'schemathesis.junit.xml',
  har: 'schemathesis.har',
}

/** What a run is given besides the subject. */
export interface Job {
  /** The path of the document, or its text where it has none. */
  readonly file?: string
  readonly document?: string
  /** The text of its settings. By default the user's settings, which schemathesis looks for itself, or else ours. */
  readonly settings?: string
  /** Only operations with these methods are tried; by default all. */
  readonly methods?: readonly string[]
  readonly variables: Readonly<Record<string, string>>
}

/** A run by our own contract, with this token. The settings of the user have to name the fields of every request. */
export function ownJob(subject: Subject, token: string): Job {
  const { fields, secrets } = nameSecrets({ callers: [], refused: [], fields: subject.fields })
  const isPlain = fields.length === 0 || hasOwnSettings()
  return {
    file: contractFile,
    ...(!isPlain && { settings: settingsWith(fields) }),
    // Beside sessions it changes nothing: they count on what they have made.
    ...(changesAnything && { methods: ['GET'] }),
    variables: { ...variablesOf(secrets), TOKEN: token },
  }
}

/** The variables that settings name, with what goes into a request: schemathesis encodes parameters itself. */
export const variablesOf = (
  secrets: ReturnType<typeof nameSecrets>['secrets'],
): Readonly<Record<string, string>> =>
  Object.fromEntries(secrets.map(({ name, text, spellings: [raw = text] }) => [name, raw]))

/** Our settings, with these fields in every request: variables stand for what is secret in them. */
export function settingsWith(fields: readonly Parted[], isOurs = true): string {
  const rows = fields.map(([name, parts]) => {
    const value = parts.map((part) => (typeof part === 'string' ? part : `\${${part.name}}`)).join('')
    return `${JSON.stringify(name)} = ${JSON.stringify(value)}`
  })
  const own = readFileSync(ownSettings, 'utf8')
  return `headers = { ${rows.join(', ')} }\n${isOurs ? own : own.replace(/\[auth[^[]*/, '')}`
}

/** As schemathesis looks for it: here and above, as far as the root of the repository. */
function hasOwnSettings(directory = process.cwd()): boolean {
  if (existsSync(join(directory, 'schemathesis.toml'))) return true
  const parent = dirname(directory)
  return !existsSync(join(directory, '.git')) && parent !== directory && hasOwnSettings(parent)
}

/** What decides which requests are made. */
const choices = (
  { url, seed, budget, patienceMs = 10_000, cacert, isInsecure, rate, leftOut = [] }: Subject,
  document: string,
  settings: string | undefined,
  lent = rate,
): readonly string[] => [
  ...(settings === undefined ? [] : [`--config-file=${settings}`]),
  'run',
  document,
  `--url=${url}`,
  `--seed=${seed}`,
  `--max-examples=${examples[budget]}`,
  // A service that takes longer has not answered.
  `--request-timeout=${patienceMs / 1000}`,
  ...(isInsecure === true ? ['--tls-verify=false'] : cacert === undefined ? [] : [`--tls-verify=${cacert}`]),
  // Without an id of its own, an operation is called by its method and path.
  ...leftOut.map((id) => `--exclude-${id.includes(' ') ? 'name' : 'operation-id'}=${id}`),
  ...(lent === undefined ? [] : [`--rate-limit=${lent}/s`]),
  // A smaller example of the same fault is nice to have, but slow to find.
  ...(budget === 'deep' ? [] : ['--no-shrink']),
]

/** Our file, unless the user has one. */
const usualSettings = (): string | undefined => (hasOwnSettings() ? undefined : ownSettings)

/** The line that makes the same requests again, for users of schemathesis; `$TOKEN` is the first caller's token. */
export function lineFor(subject: Subject): string {
  const { fields } = nameSecrets({ callers: [], refused: [], fields: subject.fields })
  return [
    ...['st', ...choices(subject, contractFile, usualSettings())].map((word) =>
      /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word}'`,
    ),
    ...fields.map(
      ([name, parts]) =>
        `-H "${name}: ${parts.map((part) => (typeof part === 'string' ? part : `$${part.name}`)).join('')}"`,
    ),
  ].join(' ')
}

/** In the directory of a run. */
export const settingsFile = 'settings.toml'
export const documentFile = 'document.json'

/** Arguments for the environment's Python. No secret is among them: a process list would show it. */
export const argumentsFor = (
  subject: Subject,
  directory: string,
  {
    file = join(directory, documentFile),
    settings,
    methods = [],
    rate,
  }: Omit<Job, 'variables'> & { readonly rate?: number | undefined },
): readonly string[] => [
  '-m',
  'schemathesis.cli',
  ...choices(subject, file, settings === undefined ? usualSettings() : join(directory, settingsFile), rate),
  ...methods.map((method) => `--include-method=${method}`),
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
export const environmentFor = (variables: Job['variables'], directory: string): NodeJS.ProcessEnv => ({
  ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !meddling.test(name))),
  ...variables,
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
