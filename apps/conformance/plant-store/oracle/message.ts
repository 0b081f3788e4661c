/** The text of a refusal: it says something, and reveals nothing internal. */
import { errorCatalogue } from '@plant-store/contracts'
import { quote } from '../../src/quote.ts'
import type { SentRequest } from '../../src/exchange.ts'
import type { Examination } from '../../src/oracle/any-oracle.ts'

/** What no text for a caller may contain. */
const insides: Readonly<Record<string, RegExp>> = {
  'a stack trace':
    /\bat (?:\S+ )?(?![\d[])\S*[a-z/\\]\S*:\d+:\d+|Traceback \(most recent|\n\s+at (?:async |new )?(?:\S*[\w>$]\.[\w<$]|\S+ \([^)\s]*[:./])/,
  'the name of a source file':
    /(?<!:\/\/[\w.-]*)(?<![\w-]\.)\b[\w-]+\.(?:[cm]?[jt]s|py|java|go|rb|php|rs|cs|kt|ex):\d+|node_modules|\bnode:(?:internal|[a-z_/]+:\d)/,
  'a path':
    /(?<=^|[\s('"`=:])(?:\/(?:usr|var|etc|opt|srv|root|tmp)\/[\w.-]|\/home\/[\w.-]+\/[\w.-]|\/(?:app|src|workspace|mnt|data)\/[\w./-]*\.\w{1,5}\b)|[A-Z]:\\[\w.-]/,
  'a database query':
    /\b(?:SELECT\b[^]*\bFROM\s+["`[(]?[A-Za-z_]\w*|INSERT INTO|UPDATE\b[^]*\bSET|DELETE FROM)\b|\b[Ss]yntax error (?:at or near|near) /,
  // Long enough that the id of a request does not match by chance: a check sees thousands of ids.
  'the name of a table of a database': /\bORA-\d{5}\b|\bpg_[a-z_]{3,}\b/,
  'the name of a database':
    /SQLITE_|\bsqlite|\bpostgres(?:ql)?\b|\bmysql\b|\bno such (?:table|column)\b|relation "[^"]*" does not/i,
  'the name of an exception':
    /\b(?!(?:Validation|BadRequest|InvalidRequest|InvalidParameter|Invalid(?:Bearer)?Token|ExpiredToken|NotFound|Forbidden|Unauthorized|Authentication|Authorization|AccessDenied|ResourceNotFound|MethodNotAllowed|ExpectationFailed|RequestTimeout|PayloadTooLarge|UriTooLong)(?:Error|Exception))[A-Z]\w*(?:Error|Exception)\b|\bE(?:CONN\w+|NOENT|ACCES|PERM|PIPE|AI_AGAIN)\b/,
  'an error text of a runtime':
    /is not a function|Cannot read propert|undefined is not (?:an object|iterable|defined)|NoneType|nil pointer|segmentation fault/i,
  // Not that of a protocol, nor of an API or a document, which stands in its address or its path.
  'the version of a program':
    /(?<!:\/\/\S*|\/[\w-]*)\b(?!(?:HTTP|D?TLS|SSL|OAuth|OpenAPI|JSON|QUIC)\/)[A-Za-z][\w-]*\/v?\d+\.\d+/,
  // The contract itself names port 8080 of this machine.
  'an address of a machine': /\b(?:localhost|127\.0\.0\.1|10(?:\.\d+){3}|192\.168(?:\.\d+){2}):(?!8080\b)\d+/,
}

/** What callers know about a service, and what nobody may be told. */
interface Known {
  /** Its address, such as 127.0.0.1:8080. */
  readonly host: string
  readonly tokens: readonly string[]
}

/** `message` is that of an Error. Text repeated from the request or the service's own address is not a leak. */
export function checkMessage(message: string, request: SentRequest, known: Known, seen: Examination): void {
  seen.require(
    'message-says-something',
    /\p{L}/u.test(message) ? undefined : `message: ${quote(message)}`,
    'text for people to read',
  )
  const leak = findLeak(message, request, known)
  seen.require(
    'causes-stay-inside',
    leak === undefined ? undefined : `a message with ${leak} in it: ${quote(message)}`,
    'a message that reveals nothing internal',
  )
}

function findLeak(
  message: string,
  { target, fields }: SentRequest,
  { host, tokens }: Known,
): string | undefined {
  if (tokens.some((token) => token.length >= 8 && message.includes(token) && !isWord(token))) {
    return 'a token'
  }
  // A message entirely in capitals has no other way to write SELECT.
  const said = /\p{Ll}/u.test(message) ? message : message.toLowerCase()
  const port = /:\d+$/.exec(host)?.[0] ?? ''
  const own = [host, `localhost${port}`, `127.0.0.1${port}`]
  const sent = [...own, target, decodeLeniently(target), ...fields.map(([, value]) => value)].join('\n')
  return Object.keys(insides).find((what) => {
    const [found] = insides[what]?.exec(said) ?? []
    return found !== undefined && !sent.includes(found.trim())
  })
}

/** A token that is a word in the contract's own messages appears in them by chance. */
const isWord = (token: string): boolean =>
  Object.values(errorCatalogue).some(({ message }) => message.includes(token))

function decodeLeniently(target: string): string {
  try {
    return decodeURIComponent(target)
  } catch {
    return target
  }
}
