/** The grammars of HTTP's own fields. A service that checks may refuse a request that breaks one; no response may. */
import type { SentRequest } from '../exchange.ts'

/** As a pattern (RFC 9110, 5.6.2). */
export const token = "[!#$%&'*+.^`|~\\w-]+"
const quoted = '"(?:[^"\\\\]|\\\\.)*"'
const parameters = `(?:[ \\t]*;[ \\t]*(?:${token}=(?:${token}|${quoted}))?)*`
const language = '[a-z]{1,8}(?:-[a-z\\d]{1,8})*'
const entityTag = '(?:W/)?"[!#-~\\x80-\\xff]*"'
const anyDate =
  '\\w{3}, \\d\\d \\w{3} \\d{4} \\d\\d:\\d\\d:\\d\\d GMT|\\w+, \\d\\d-\\w{3}-\\d\\d [\\d:]{8} GMT|\\w{3} \\w{3} [ \\d]\\d [\\d:]{8} \\d{4}'

const product = `${token}(?:/${token})?`
const comment = String.raw`\((?:[^()\\]|\\.|\((?:[^()\\]|\\.)*\))*\)`

/** A list whose elements may be empty (RFC 9110, 5.6.1.2). */
const listOf = (element: string): string => `(?:${element})?(?:[ \\t]*,[ \\t]*(?:${element})?)*`

const whole = (form: string): RegExp => new RegExp(`^(?:${form})$`, 'is')

/** Of requests, by name in lower case (RFC 9110, 10, 12 and 13; RFC 9111, 5.2). */
export const grammars: ReadonlyMap<string, RegExp> = new Map(
  Object.entries({
    accept: listOf(`${token}/${token}${parameters}`),
    'accept-charset': listOf(`${token}${parameters}`),
    'accept-encoding': listOf(`${token}${parameters}`),
    'accept-language': listOf(`(?:\\*|${language})${parameters}`),
    'cache-control': listOf(`${token}(?:=(?:${token}|${quoted}))?`),
    'content-type': `${token}/${token}${parameters}`,
    date: anyDate,
    from: '.*@.*',
    'if-match': `\\*|${listOf(entityTag)}`,
    'if-modified-since': anyDate,
    'if-none-match': `\\*|${listOf(entityTag)}`,
    'if-range': `${entityTag}|${anyDate}`,
    'max-forwards': '\\d+',
    range: `${token}=.+`,
    // Without a fragment or a user (RFC 9110, 10.1.3).
    referer: "(?!\\w+://[^/?]*@)(?:[\\w.~:/?[\\]@!$&'()*+,;=-]|%[\\da-f]{2})*",
    'user-agent': `${product}(?:[ \\t]+(?:${product}|${comment}))*`,
    via: listOf('[^",]+'),
  }).map(([name, form]) => [name, whole(form)]),
)

/** Whether the contract allows 400 as the response; interpreting the field all the same is fine, too (RFC 9110, 2.4). */
export const hasMalformedField = ({ fields }: SentRequest): boolean =>
  fields.some(([name, value]) => grammars.get(name.toLowerCase())?.test(value.trim()) === false)

const date =
  '(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun), \\d\\d (?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) \\d{4} \\d\\d:\\d\\d:\\d\\d GMT'
const ofChallenge = `${token}\\s*=\\s*(?:${token}|${quoted})`
const challenge = `${token}(?: +(?:[\\w.~+/-]+=*|${ofChallenge}))?|${ofChallenge}`
const seconds = '(?:max-age|s-maxage)'
const directive = `${seconds}="?\\d+"?|(?!${seconds}(?:[\\s=,]|$))${token}(?:=(?:${token}|${quoted}))?`
const reference = "[\\w.~:/?#[\\]@!$&'()*+,;=%-]*"

/** Of responses: those that a client goes by, and that no service may write in another way; with what is due. */
export const formsOfResponses: readonly (readonly [name: string, form: RegExp, due: string])[] = [
  ['Date', whole(date), 'a date as of RFC 9110, 5.6.7'],
  ['Last-Modified', whole(date), 'a date as of RFC 9110, 5.6.7'],
  ['ETag', whole(entityTag), 'an entity tag in quotes (RFC 9110, 8.8.3)'],
  ['Content-Type', whole(`${token}/${token}\\s*(?:;.*)?`), 'a media type (RFC 9110, 8.3.1)'],
  ['Allow', whole(listOf(token)), 'a list of methods (RFC 9110, 10.2.1)'],
  ['WWW-Authenticate', whole(listOf(challenge)), 'challenges, each with its parameters (RFC 9110, 11.6.1)'],
  ['Cache-Control', whole(listOf(directive)), 'a list of directives, max-age in seconds (RFC 9111, 5.2)'],
  ['Retry-After', whole(`\\d+|${date}`), 'a number of seconds, or a date (RFC 9110, 10.2.3)'],
  ['Age', whole('\\d+'), 'a number of seconds (RFC 9111, 5.1)'],
  ['Location', whole(reference), 'a reference in the characters of a URI (RFC 3986, 2)'],
  ['Content-Location', whole(reference), 'a reference in the characters of a URI (RFC 3986, 2)'],
  ['Content-Language', whole(listOf(language)), 'a list of language tags (RFC 9110, 8.5)'],
  ['Accept-Ranges', whole(listOf(token)), 'a list of units (RFC 9110, 14.3)'],
]
