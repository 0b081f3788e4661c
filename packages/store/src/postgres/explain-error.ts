/** Turns an error of PostgreSQL, or on the way to it, into a sentence for the person who runs the store. */
import { DatabaseError } from 'pg'
import { StoreError, type StoreErrorCode } from '../store-error.ts'

type Explain = (database: string, message: string) => string
type Explanation = readonly [StoreErrorCode, Explain]

const busy: Explanation = [
  'busy',
  (database) => `Another process is changing ${database}. Nothing was changed; try again when it is done.`,
]
const damaged: Explanation = [
  'damaged',
  (database, message) => `${database} is damaged: ${message}; restore a backup.`,
]
const stopping: Explanation = [
  'unreachable',
  (database) => `The server of ${database} is starting or stopping; try again.`,
]
const full: Explanation = [
  'full',
  (database) => `There is no room left on the server of ${database}. Nothing was changed.`,
]
const crowded: Explanation = [
  'unreachable',
  (database) => `The server of ${database} has no connection left for this; allow more, or use fewer.`,
]
const slow: Explanation = ['unreachable', (database) => `${database} did not answer in time.`]
const refused: Explanation = [
  'unreadable',
  (database, message) => `The server refuses to open ${database}: ${message}.`,
]
const forbidden: Explanation = [
  'unreadable',
  (database, message) => `The user may not do this with ${database}: ${message}.`,
]
const notText: Explanation = ['invalid', (_, message) => `A value can't be stored: ${message}.`]

/** By SQLSTATE, or its class, the first two characters: https://www.postgresql.org/docs/current/errcodes-appendix.html */
const bySqlState: Readonly<Record<string, Explanation>> = {
  '08': ['unreachable', (database, message) => `There is no way to ${database}: ${message}.`],
  '22021': notText,
  '22P02': notText,
  '22P05': notText,
  '22003': notText,
  '25006': ['unreadable', (database) => `The database ${database} can't be written to.`],
  '28': refused,
  '3D000': [
    'missing',
    (database) => `There is no database ${database}; make one on its server, then run migrate.`,
  ],
  '40001': busy,
  '40P01': busy,
  '42501': forbidden,
  '42P01': damaged,
  '42703': damaged,
  '53100': full,
  '53200': ['unreachable', (database) => `The server of ${database} has no memory left for this.`],
  '53300': crowded,
  '55P03': busy,
  '57014': slow,
  '57P01': stopping,
  '57P02': stopping,
  '57P03': stopping,
  XX001: damaged,
  XX002: damaged,
}

/** What Node says of a connection that can't be had or is lost. */
const byCode: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nobody listens there',
  ECONNRESET: 'the connection was lost',
  EPIPE: 'the connection was lost',
  ENOTFOUND: 'there is no such host',
  EAI_AGAIN: 'the name of the host can not be looked up now',
  ETIMEDOUT: 'nothing answers there',
  EHOSTUNREACH: 'there is no way to the host',
  ENETUNREACH: 'there is no way to the network',
  ENOENT: 'there is no such socket',
  EACCES: 'permission denied',
}

/** What the driver says without a code. Each is an event of the network, not of a statement. */
const byMessage: readonly (readonly [RegExp, string])[] = [
  [/^timeout exceeded when trying to connect/, 'no connection could be had in time'],
  [/^Connection terminated due to connection timeout/, 'no connection could be had in time'],
  [/^timeout expired/, 'no connection could be had in time'],
  [/^Query read timeout/, 'it did not answer in time'],
  // Another primary was found meanwhile.
  [/^Cannot use a pool after calling end/, 'the connection was lost'],
  [/^Connection terminated|^Client has encountered a connection error/, 'the connection was lost'],
]

/** A `StoreError` where a person can do something about it; anything else is passed on as it came. */
export function explainError(cause: unknown, database: string): unknown {
  if (!(cause instanceof Error) || cause instanceof StoreError) return cause
  if (cause instanceof DatabaseError) {
    const state = cause.code ?? ''
    const [code, explain] = bySqlState[state] ?? bySqlState[state.slice(0, 2)] ?? []
    return code && explain ? new StoreError(code, explain(database, cause.message), cause) : cause
  }
  const reason = reasonOf(cause)
  if (reason !== undefined)
    return new StoreError('unreachable', `${database} can't be reached: ${reason}.`, cause)
  const tls = explainTls(cause)
  return tls === undefined ? cause : new StoreError('unreadable', `${database} is not opened: ${tls}`, cause)
}

function reasonOf(error: Error): string | undefined {
  const code = codeOf(error)
  return byCode[code] ?? byMessage.find(([pattern]) => pattern.test(error.message))?.[1]
}

function codeOf(error: Error): string {
  return 'code' in error ? String(error.code) : ''
}

/** Certificates that don't verify have codes of OpenSSL, such as DEPTH_ZERO_SELF_SIGNED_CERT. */
function explainTls(error: Error): string | undefined {
  if (error.message === 'The server does not support SSL connections') {
    return 'its server does not encrypt connections. Have it do so, or allow it with sslmode=disable.'
  }
  const isOfCertificate =
    /CERT|SIGNATURE|ISSUER|_CRL/.test(codeOf(error)) || error.message.startsWith('Hostname/IP does not match')
  if (!isOfCertificate) return undefined
  return (
    `the certificate of its server can't be trusted (${error.message}). ` +
    'Name the file of the authority that signed it with sslrootcert=….'
  )
}
