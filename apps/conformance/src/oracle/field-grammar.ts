/** HTTP's own request fields with values that break their grammar: a service that checks may refuse the request. */
import type { SentRequest } from '../exchange.ts'

const token = "[!#$%&'*+.^`|~\\w-]+"
const quoted = '"(?:[^"\\\\]|\\\\.)*"'
const parameters = `(?:[ \\t]*;[ \\t]*(?:${token}=(?:${token}|${quoted}))?)*`
const entityTag = '(?:W/)?"[!#-~\\x80-\\xff]*"'
const date =
  '\\w{3}, \\d\\d \\w{3} \\d{4} \\d\\d:\\d\\d:\\d\\d GMT|\\w+, \\d\\d-\\w{3}-\\d\\d [\\d:]{8} GMT|\\w{3} \\w{3} [ \\d]\\d [\\d:]{8} \\d{4}'

const product = `${token}(?:/${token})?`
const comment = String.raw`\((?:[^()\\]|\\.|\((?:[^()\\]|\\.)*\))*\)`

/** A list whose elements may be empty (RFC 9110, 5.6.1.2). */
const listOf = (element: string): string => `(?:${element})?(?:[ \\t]*,[ \\t]*(?:${element})?)*`

/** By field name in lower case (RFC 9110, 10, 12 and 13; RFC 9111, 5.2). */
const grammars: ReadonlyMap<string, RegExp> = new Map(
  Object.entries({
    accept: listOf(`${token}/${token}${parameters}`),
    'accept-charset': listOf(`${token}${parameters}`),
    'accept-encoding': listOf(`${token}${parameters}`),
    'accept-language': listOf(`(?:\\*|[A-Za-z]{1,8}(?:-[A-Za-z\\d]{1,8})*)${parameters}`),
    'cache-control': listOf(`${token}(?:=(?:${token}|${quoted}))?`),
    'content-type': `${token}/${token}${parameters}`,
    date,
    from: '.*@.*',
    'if-match': `\\*|${listOf(entityTag)}`,
    'if-modified-since': date,
    'if-none-match': `\\*|${listOf(entityTag)}`,
    'if-range': `${entityTag}|${date}`,
    'max-forwards': '\\d+',
    range: `${token}=.+`,
    // Without a fragment or a user (RFC 9110, 10.1.3).
    referer: "(?!\\w+://[^/?]*@)(?:[\\w.~:/?[\\]@!$&'()*+,;=-]|%[\\da-f]{2})*",
    'user-agent': `${product}(?:[ \\t]+(?:${product}|${comment}))*`,
    via: listOf('[^",]+'),
  }).map(([name, form]) => [name, new RegExp(`^(?:${form})$`, 'is')]),
)

/** Whether HTTP defines a grammar for the values of a field of this name that is checked here. */
export const hasGrammar = (name: string): boolean => grammars.has(name.toLowerCase())

/** Whether the contract allows 400 as the response; interpreting the field all the same is fine, too (RFC 9110, 2.4). */
export const hasMalformedField = ({ fields }: SentRequest): boolean =>
  fields.some(([name, value]) => grammars.get(name.toLowerCase())?.test(value.trim()) === false)
