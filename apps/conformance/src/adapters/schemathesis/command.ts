/** The command line of schemathesis, its settings, and its environment variables. */
import { readFileSync } from 'node:fs'
import { devNull } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { nameSecrets, type Parted } from '@plant-store/raw-http'
import type { AnyContract, AnyOperation } from '../../document/model.ts'
import type { Rule } from '../../rules/rules.ts'
import type { ToolProfile } from '../tools.ts'
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
export interface ToolBasis {
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

/** Our settings with fields of every request. Variables stand for what is secret. */
export function settingsFor(subject: Subject, { operations, profile }: ToolBasis): string {
  const { fields, callers } = nameAll(subject)
  const ours = readFileSync(settingsOfAll, 'utf8')
  const [caller] = profile === undefined ? callers : []
  const rows = [...fields, ...(caller?.fields ?? [])].map(
    ([name, parts]) => `${JSON.stringify(name)} = ${JSON.stringify(written(parts))}`,
  )
  const headers = `headers = { ${rows.join(', ')} }`
  if (profile !== undefined) return `${headers}\n${ours}`
  return [
    headers,
    ours.replace(/\[auth\.[^[]*/, ''),
    ...keysInQuery(caller?.query ?? [], operations),
    // Nothing is sent that the document does not declare.
    '[phases.coverage]\nunexpected-methods = []',
  ].join('\n')
}

const written = (parts: Parted[1]): string =>
  parts.map((part) => (typeof part === 'string' ? part : `\${${part.name}}`)).join('')

/** A key in the query is given by the name of its scheme. */
function keysInQuery(query: readonly Parted[], operations: readonly AnyOperation[]): readonly string[] {
  const schemes = operations.flatMap(({ security }) => security.flat())
  const rows = schemes.flatMap(({ name, in: where, parameter = '' }) =>
    query
      .filter(([key]) => where === 'query' && key === encodeURIComponent(parameter))
      .map(([, parts]) => `[auth.openapi.${JSON.stringify(name)}]\napi_key = "${written(parts)}"`),
  )
  return [...new Set(rows)]
}

/** Methods by which nothing is sent, whether the document declares them or not: they may change something. */
function methodsLeftOut({ operations, profile }: ToolBasis): readonly string[] {
  if (profile?.refusesUndeclared === true) return []
  const tried = new Set(operations.map(({ method }) => method))
  return ['POST', 'PUT', 'PATCH', 'DELETE'].filter((method) => !tried.has(method))
}

/** Arguments for Python; `directory`: that of the run. No secret is among them: a process list would show it. */
export const argumentsFor = (
  { url, seed, budget, patienceMs = 10_000, cacert, isInsecure, rate, leftOut = [] }: Subject,
  basis: ToolBasis,
  directory: string,
  lent = rate,
): readonly string[] => [
  // Neither variables, nor files of the user's directory, change what Python runs.
  '-IB',
  '-Xutf8',
  '-mschemathesis.cli',
  `--config-file=${join(directory, 'settings.toml')}`,
  'run',
  join(directory, 'document.yaml'),
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
  ...methodsLeftOut(basis).map((method) => `--exclude-method=${method}`),
  `--report=${Object.keys(reports).join(',')}`,
  ...Object.entries(reports).map(([format, name]) => `--report-${format}-path=${join(directory, name)}`),
  // Which token a request carried must be known; `keepReports` takes it out.
  '--output-sanitize=false',
]

/** Python's client also reads the proxy variables in lower case, and prefers them to those in upper case. */
const meddling = /^(?:SCHEMATHESIS|HYPOTHESIS|COVERAGE)|^(?:https?|all|no)_proxy$/i

/** Our environment without what would change how schemathesis works, with the secrets that settings name. */
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
  // Python has its own list, without the authorities that Node trusts besides.
  REQUESTS_CA_BUNDLE: join(directory, 'authorities.pem'),
  HYPOTHESIS_STORAGE_DIRECTORY: join(directory, 'hypothesis'),
})
