/** What a refusal consists of, for comparison with others. */
import { valuesOf } from '@plant-store/raw-http'
import type { RawResponse } from '../../src/exchange.ts'
import type { Parts } from './volatile.ts'

/** Fields that belong to one response only, or to its connection. */
const own = /^(?:date|x-request-id|connection|keep-alive|age|x-response-time|x-runtime)$/i

/** Numbers and names of requests and machines, times, and the like, each matched whole. */
const changing =
  /(?<![\w-])[\da-f]{8,}(?:-[\da-f]+)*(?![\w-])|(?=[\w-]*(?:\d|[a-z][A-Z]|[A-Z]{2}|[-_][A-Z]))[\w-]{8,}|\d+/g

/** All fields of a refusal, its reason phrase and its body, the latter also without what mostly varies in bodies. */
export function partsOf(response: RawResponse): Parts {
  const names = response.fields.map(([name]) => name.toLowerCase()).filter((name) => !own.test(name))
  const fields = names.toSorted().map((name): readonly [string, string] => {
    const value = valuesOf(response, name).join(', ')
    // The numbers in this field are times.
    return [name, name === 'server-timing' ? value.replaceAll(/\d+/g, '#') : value]
  })
  const body = response.body.toString('utf8')
  return new Map([
    [':reason', response.reason],
    ...fields,
    [':body with numbers as #', body.replaceAll(changing, '#')],
    [':body', body],
  ])
}
