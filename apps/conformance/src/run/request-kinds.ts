/** Requests by what is unusual with them, in words. */
import { splitTarget } from '../contract/operations.ts'
import type { SentRequest } from '../exchange.ts'

/**
 * What a request has that not every request has, each as words that complete "Requests …". `usual`: the names of
 * parameters, those of fields in lower case, and the methods, of which it is known that requests have them.
 */
export function traitsOf(
  { method, target, fields, body, bytes = '' }: SentRequest,
  usual: ReadonlySet<string> = new Set(),
): readonly string[] {
  const parameters = [...new Set(new URLSearchParams(splitTarget(target)[1]).keys())]
  const others = fields.filter(
    ([name, value]) => !usualFields.test(name) && `${name}: ${value}` !== 'Accept: */*',
  )
  return [
    ...(/^https?:/i.test(target) ? ['whose target is an absolute URL'] : []),
    ...parameters.map(
      (name) => `with ${name === '' ? 'a parameter without a name' : `the parameter ${name}`}`,
    ),
    ...others.map(([name]) => `with ${name.toLowerCase()}`),
    ...(body === undefined || body === '' ? [] : ['with content']),
    ...(method === 'GET' ? [] : [`by ${method}`]),
    ...(bytes === '' ? [] : [bytes.includes(' HTTP/1.0\r\n') ? 'in HTTP/1.0' : 'that are malformed']),
  ].filter((words) => !usual.has(words.replace(/^with (?:the parameter )?|^by /, '')))
}

const usualFields = /^(?:authorization|host|connection|accept|content-type|content-length|user-agent)$/i
