/** The command line of schemathesis, its settings, and its environment variables. */
import { readFileSync } from 'node:fs'
import { devNull } from 'node:os'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { nameSecrets, type Parted } from '@plant-store/raw-http'
import type { AnyContract, AnyOperation } from '../../document/model.ts'
import type { Rule } from '../../rules/rules.ts'
import type { ToolProfile } from '../tool-profile.ts'
import type { Subject } from '../../subject.ts'

const settingsOfAll = fileURLToPath(import.meta.resolve('#schemathesis/schemathesis.toml'))

/** The number of random requests, on top of those that every run makes. */
const examples: Readonly<Record<Subject['budget'], number>> = { quick: 15, standard: 150, deep: 1500 }

/** The reports in the run's directory that are kept for the user; the checker itself reads the first. */
export const reports = {
  ndjson: 'schemathesis.ndjson',
  junit: 'schemathesis.junit.xml',
  har: 'schemathesis.har',
}

/** What a run goes by: our own contract, or any document. */
export interface Basis {
  readonly contract: AnyContract
  /** Those that are tried: what may change something is left out unless that is wanted. */
  readonly operations: readonly AnyOperation[]
  /** Of a contract with a profile for tools, only those of operations that are checked as any document's are. */
  readonly rules: readonly Rule[]
  readonly profile?: ToolProfile
}

/** Sent in place of a token where none is known: the service must refuse it. */
const noToken = 'no-token-was-given'

/** The caller with the most plants comes first: it shows the most. */
function nameAll({ callers, fields }: Subject): ReturnType<typeof nameSecrets> {
  const all = callers.toSorted((one, other) => (other.plants?.length ?? 0) - (one.plants?.length ?? 0))
  return nameSecrets({ callers: all, refused: [], fields })
}

function headers(fields: readonly Parted[]): string {
  const rows = fields.map(
    ([name, parts]) => `${JSON.stringify(name)} = ${JSON.stringify(written(parts, '${', '}'))}`,
  )
  return `headers = { ${rows.join(', ')} }\n`
}

/** Our settings with fields of every request. Variables stand for what is secret. */
export function settingsFor(subject: Subject, basis: Basis): string {
  const { fields, callers } = nameAll(subject)
  const ours = readFileSync(settingsOfAll, 'utf8')
  if (basis.profile !== undefined) return headers(fields) + ours
  const [caller] = callers
  return [
    headers([...fields, ...(caller?.fields ?? [])]) + ours.replace(/\[auth\.[^[]*/, ''),
    ...keysInQuery(caller?.query ?? [], basis.operations),
    // Nothing is sent that the document does not declare.
    '[phases.coverage]\nunexpected-methods = []',
  ].join('\n')
}

const written = (parts: Parted[1], before: string, after = ''): string =>
  parts.map((part) => (typeof part === 'string' ? part : before + part.name + after)).join('')

/** A key in the query is given by the name of its scheme. */
function keysInQuery(query: readonly Parted[], operations: readonly AnyOperation[]): readonly string[] {
  const schemes = new Map(operations.flatMap(({ security }) => security.flat()).map((one) => [one.name, one]))
  const keys = new Map(query)
  return [...schemes.values()].flatMap(({ name, in: where, parameter = '' }) => {
    const parts = where === 'query' ? keys.get(encodeURIComponent(parameter)) : undefined
    const key = parts && written(parts, '${', '}')
    return key === undefined ? [] : [`[auth.openapi.${JSON.stringify(name)}]\napi_key = "${key}"`]
  })
}

/** What decides which requests are made. */
const choices = (
  { url, seed, budget, patienceMs = 10_000, cacert, isInsecure, rate, leftOut = [] }: Subject,
  document: string,
  settings: string,
  lent = rate,
): readonly string[] => [
  `--config-file=${settings}`,
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

/** The line that makes the same requests again, for users of schemathesis; `$TOKEN` is a caller's token. */
export function lineFor(subject: Subject, file: string): string {
  const { fields } = nameAll(subject)
  return [
    ...['st', ...choices(subject, file, settingsOfAll)].map((word) =>
      /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word}'`,
    ),
    ...fields.map(([name, parts]) => `-H "${name}: ${written(parts, '$')}"`),
  ].join(' ')
}

/** In the directory of a run. */
export const settingsFile = 'settings.toml'
export const documentFile = 'document.yaml'

/** Where the document is; undefined if it has to be written into the directory of a run. */
export function fileOf({ contract: { name }, profile }: Basis): string | undefined {
  if (profile !== undefined) return profile.file
  return /^https?:/.test(name) ? undefined : resolve(name)
}

/** Methods by which nothing is sent, whether the document declares them or not: they may change something. */
function methodsLeftOut(basis: Basis): readonly string[] {
  if (basis.profile?.refusesUndeclared === true) return []
  const tried = new Set(basis.operations.map(({ method }) => method))
  return ['POST', 'PUT', 'PATCH', 'DELETE'].filter((method) => !tried.has(method))
}

/** Arguments for the environment's Python. No secret is among them: a process list would show it. */
export const argumentsFor = (
  subject: Subject,
  basis: Basis,
  directory: string,
  rate?: number,
): readonly string[] => [
  '-m',
  'schemathesis.cli',
  ...choices(subject, fileOf(basis) ?? join(directory, documentFile), join(directory, settingsFile), rate),
  ...methodsLeftOut(basis).map((method) => `--exclude-method=${method}`),
  `--report=${Object.keys(reports).join(',')}`,
  ...Object.entries(reports).map(([format, name]) => `--report-${format}-path=${join(directory, name)}`),
  // Which token a request carried must be known; `keepReports` takes it out.
  '--output-sanitize=false',
]

/** Python's client also reads the proxy variables in lower case, and prefers them to those in upper case. */
const meddling = /^(?:PYTHON|SCHEMATHESIS|HYPOTHESIS|COVERAGE)|^(?:https?|all|no)_proxy$/i

/** The authorities that Node trusts, in the run's directory: Python has its own list, without those added here. */
export const authorities = 'authorities.pem'

/**
 * Our environment without what would change how Python or schemathesis works, or which host and token it uses, and with the
 * secrets that settings name, as they go into a request: schemathesis encodes parameters itself.
 */
export const environmentFor = (subject: Subject, directory: string): NodeJS.ProcessEnv => ({
  ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !meddling.test(name))),
  TOKEN: noToken,
  ...Object.fromEntries(
    nameAll(subject).secrets.map(({ name, text, spellings: [raw = text] }) => [name, raw]),
  ),
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
