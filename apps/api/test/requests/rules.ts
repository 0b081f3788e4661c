/** The rules for every answer of the service, whatever the request. Each rule returns the faults that it finds. */
import { isDeepStrictEqual } from 'node:util'
import { type ErrorEntry, errorCatalogue } from '@plant-store/contracts'
import { type Answer, valuesOf } from '@plant-store/testkit'
import { parseBody } from './parse-body.ts'

/** Finds what is wrong with an answer to a request of this method. */
type Rule = (response: Answer, method: string) => readonly string[]

const entries: readonly ErrorEntry[] = Object.values(errorCatalogue)

/** The faults found by all rules. */
export function brokenRules(response: Answer, method: string): readonly string[] {
  return rules.flatMap((rule) => rule(response, method))
}

const framing: Rule = ({ faults, version }) => [
  ...faults,
  ...(version === '1.1' ? [] : [`the answer is in HTTP/${version}`]),
]

const contentType: Rule = (response) =>
  response.status === 304
    ? []
    : matching(response, 'Content-Type', /^application\/json(?:; ?charset=utf-8)?$/i)

const refusalBody: Rule = (response, method) => {
  if (response.status < 400 || method === 'HEAD') {
    return []
  }
  const { value, fault } = parseBody(response)
  if (fault !== undefined) {
    return [fault]
  }
  const entry = entries.find(({ error, message }) => isDeepStrictEqual(value, { error, message }))
  if (entry === undefined) {
    return ['the body is not `error` and `message` as the catalogue has them']
  }
  return entry.status === response.status ? [] : [`the body is that of status ${entry.status}`]
}

const caching: Rule = (response) =>
  response.status >= 400
    ? only(response, 'Cache-Control', 'no-store')
    : [
        ...only(response, 'Cache-Control', 'private, no-cache'),
        ...matching(response, 'Vary', /(?:^|, ?)authorization(?:$|,)/i),
        ...matching(response, 'ETag', /^(?:W\/)?"[!#-~]*"$/),
      ]

/** Which of the two challenges is due depends on the refusal, and is judged with it. */
const challenge: Rule = (response) => {
  const values = valuesOf(response, 'WWW-Authenticate')
  const isFine = values.length === (response.status === 401 ? 1 : 0)
  return isFine ? [] : [`WWW-Authenticate is ${JSON.stringify(values)}`]
}

const allowed: Rule = (response) => {
  const values = valuesOf(response, 'Allow')
  const due = response.status === 405 ? ['GET, HEAD'] : []
  return values.join() === due.join() ? [] : [`Allow is ${JSON.stringify(values)}`]
}

const identity: Rule = (response) => matching(response, 'X-Request-Id', /^[\w.:-]{1,64}$/)

/** RFC 9110 section 5.6.7. */
const date: Rule = (response) => matching(response, 'Date', /^\w{3}, \d\d \w{3} \d{4} \d\d:\d\d:\d\d GMT$/)

const modesty: Rule = (response) =>
  ['Server', 'X-Powered-By', 'Via', 'X-Runtime']
    .filter((name) => valuesOf(response, name).length > 0)
    .map((name) => `${name} tells of the software`)

const rules = [framing, contentType, refusalBody, caching, challenge, allowed, identity, date, modesty]

/** The field must be sent once, with a value that matches. */
function matching(response: Answer, name: string, pattern: RegExp): readonly string[] {
  const values = valuesOf(response, name)
  const isFine = values.length === 1 && pattern.test(values.join())
  return isFine ? [] : [`${name} is ${JSON.stringify(values)}`]
}

function only(response: Answer, name: string, value: string): readonly string[] {
  const values = valuesOf(response, name)
  return values.join('\n') === value ? [] : [`${name} is ${JSON.stringify(values)}, due is ${value}`]
}
