/** Turns errors of PostgreSQL and of the connection to it into messages for the person who runs the store. */
import { DatabaseError } from 'pg'
import { explained, type Explanation, StoreError } from '../store-error.ts'

const damaged: Explanation = ['damaged', '$database is damaged: $message; restore a backup.']
const misplaced: Explanation = [
  'damaged',
  "$database lacks a table or column that its migrations made, or the role's search_path does not lead there: $message; run verify, which compares all of them.",
]
const busy: Explanation = [
  'busy',
  'Another process is changing $database.',
  'Nothing was changed; try again when it is done.',
]
const stopping: Explanation = ['unreachable', 'The server of $database is starting or stopping; try again.']
const ended: Explanation = ['unreachable', 'The server of $database ended the connection: $message.']
const failed: Explanation = ['unreadable', 'The server of $database failed: $message; its log says more.']
const refused: Explanation = ['unreadable', 'The server refuses to open $database: $message.']
const constrained: Explanation = [
  'damaged',
  '$database refused the change: $message.',
  'Nothing was changed; a constraint or a trigger in its tables is not ours.',
]
const notText: Explanation = ['invalid', "A value can't be stored: $message."]

/**
 * By SQLSTATE, or by its class, the first two characters. A missing class is about statements, which are ours: a bug.
 * https://www.postgresql.org/docs/current/errcodes-appendix.html
 */
const bySqlState: Readonly<Record<string, Explanation>> = {
  '08': ['unreachable', 'Cannot connect to $database: $message.'],
  '22021': notText,
  '22P02': notText,
  '22P05': notText,
  '22003': notText,
  // Our changes satisfy our constraints; operators may have added constraints and triggers of their own.
  '23': constrained,
  P0001: constrained,
  '25006': [
    'unreadable',
    "The database $database can't be written to ($message): its server is a standby, or its setting default_transaction_read_only is on.",
  ],
  '25P03': ended,
  '25P04': ended,
  '28': refused,
  '3D000': ['missing', 'There is no database $database; make one on its server, then run migrate.'],
  '40001': busy,
  '40P01': busy,
  '42501': [
    'unreadable',
    'The role in the address may not do this with $database: $message. Use the role that owns the tables.',
  ],
  '42P01': misplaced,
  '42703': misplaced,
  '53': ['full', 'The server of $database has a limit: $message.', 'Nothing was changed.'],
  '53100': ['full', 'There is no room left on the server of $database.', 'Nothing was changed.'],
  '53200': ['unreachable', 'The server of $database has no memory left for this.'],
  '53300': [
    'unreachable',
    'The server of $database has no connection left for this; allow more, or use fewer.',
  ],
  // The database accepts no connections, or is in use where it must not be.
  '55': refused,
  '55P03': busy,
  '57': ended,
  '57014': ['unreachable', '$database did not answer in time: $message.'],
  '57P01': stopping,
  '57P02': stopping,
  '57P03': stopping,
  '58': failed,
  XX: failed,
  XX001: damaged,
  XX002: damaged,
}

/** Node's errors for a connection that can't be made or is lost. */
const byCode: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'connection refused',
  ECONNRESET: 'the connection was lost',
  EPIPE: 'the connection was lost',
  ENOTFOUND: 'there is no such host',
  EAI_AGAIN: 'the name of the host can not be looked up now',
  ETIMEDOUT: 'nothing answers there',
  EHOSTUNREACH: 'the host is unreachable',
  ENETUNREACH: 'the network is unreachable',
  ENOENT: 'there is no such socket',
  EACCES: 'permission denied',
}

const otherProtocol = "what answers there doesn't speak PostgreSQL's protocol"

/** The driver's errors without a code. Each concerns the network, not a statement. */
const byMessage: readonly (readonly [RegExp, string])[] = [
  [/^timeout exceeded when trying to connect/, 'no connection could be had in time'],
  [/^Connection terminated due to connection timeout/, 'no connection could be had in time'],
  [/^timeout expired/, 'no connection could be had in time'],
  [/^Query read timeout/, 'it did not answer in time'],
  // Another primary was found meanwhile.
  [/^Cannot use a pool after calling end/, 'the connection was lost'],
  [/^Connection terminated|^Client has encountered a connection error/, 'the connection was lost'],
  [/^There was an error establishing an SSL connection|^received invalid response/, otherProtocol],
]

/** Returns a `StoreError` if a person can do something about the error, and any other error unchanged. */
export function explainError(cause: unknown, database: string): unknown {
  if (!(cause instanceof Error) || cause instanceof StoreError) return cause
  if (cause instanceof DatabaseError && cause.code !== undefined) {
    const explanation = bySqlState[cause.code] ?? bySqlState[cause.code.slice(0, 2)]
    return explanation === undefined ? cause : explained(explanation, database, cause)
  }
  const reason = reasonOf(cause)
  if (reason !== undefined)
    return new StoreError('unreachable', `${database} can't be reached: ${reason}.`, cause)
  const barrier = explainPassword(cause) ?? explainTls(cause)
  if (barrier === undefined) return cause
  return new StoreError('unreadable', `${database} is not opened: ${barrier}`, cause)
}

function reasonOf(error: Error): string | undefined {
  const code = codeOf(error)
  const known = byCode[code] ?? byMessage.find(([pattern]) => pattern.test(error.message))?.[1]
  return known ?? ('syscall' in error && error.syscall === 'connect' ? code : undefined)
}

function codeOf(error: Error): string {
  return 'code' in error ? String(error.code) : ''
}

function explainPassword({ message }: Error): string | undefined {
  if (/^SASL: .*client password must be/.test(message)) {
    return 'its server asks for a password, and none was given. Give it in the address, in PGPASSWORD or in ~/.pgpass.'
  }
  return message.startsWith('SASL: ') ? `the password can't be checked (${message.slice(6)}).` : undefined
}

/** Certificates that fail verification have codes of OpenSSL, such as DEPTH_ZERO_SELF_SIGNED_CERT. */
function explainTls(error: Error): string | undefined {
  if (error.message === 'The server does not support SSL connections') {
    return 'its server does not encrypt connections. Have it do so, or allow it with sslmode=disable.'
  }
  if (/^(?:ERR_SSL_|ERR_TLS_(?!CERT)|EPROTO)/.test(codeOf(error))) {
    return `the connection to its server can't be encrypted (${error.message.trim()}).`
  }
  const isOfCertificate =
    certificateCodes.test(codeOf(error)) || error.message.startsWith('Hostname/IP does not match')
  if (!isOfCertificate) return undefined
  return (
    `the certificate of its server can't be trusted (${error.message}). ` +
    (certificateAdvice[codeOf(error)] ??
      (isUnknownIssuer.test(codeOf(error))
        ? 'Name the file of the authority that signed it with sslrootcert=….'
        : 'Replace it.'))
  )
}

/** All codes of certificates that Node has: https://nodejs.org/api/tls.html#x509-certificate-error-codes */
const certificateCodes =
  /CERT|SIGNATURE|ISSUER|CRL|^(?:INVALID_(?:CA|PURPOSE)|PATH_LENGTH_EXCEEDED|HOSTNAME_MISMATCH|UNSPECIFIED)$/
const isUnknownIssuer = /ISSUER_CERT|SELF_SIGNED|LEAF_SIGNATURE|UNTRUSTED/

/** What to do about a certificate whose authority may well be known. */
const certificateAdvice: Readonly<Record<string, string>> = {
  CERT_HAS_EXPIRED: 'Renew it.',
  CERT_NOT_YET_VALID: 'Check the clocks of both machines.',
  ERR_TLS_CERT_ALTNAME_INVALID: 'Use a host name that is in the certificate, or sslmode=verify-ca.',
}
