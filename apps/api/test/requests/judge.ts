/** Compares an answer with the answer that is due. */
import { isDeepStrictEqual } from 'node:util'
import { type Answer, valuesOf, type World } from '@plant-store/testkit'
import type { Words } from '@plant-store/testkit/rows'
import type { Plant } from '@plant-store/contracts'
import { brokenRules } from './rules.ts'
import { parseBody } from './parse-body.ts'
import type { Due } from './table.ts'
import { fill } from './words.ts'

/** What a judgement needs to know of the context. */
export interface Known {
  readonly world: World
  readonly words: Words
}

/** One sentence for each thing that is wrong; none if all is well. */
export function judgeAnswer(response: Answer, method: string, due: Due, known: Known): readonly string[] {
  return [
    ...(response.status === due.due ? [] : [`the status is ${response.status}, due is ${due.due}`]),
    ...(isComplete(due, method) ? [] : ['the row does not say which plants, or which error, are due']),
    ...(method === 'HEAD' ? [] : [...errorFaults(response, due), ...plantFaults(response, due, known)]),
    ...challengeFaults(response, due),
    ...carriedFaults(response, due, known),
    ...missingFaults(response, due),
    ...brokenRules(response, method),
  ]
}

/** A row that does not say which body is due would accept any body. */
function isComplete({ due, error, plants }: Due, method: string): boolean {
  return due >= 400 ? error !== undefined : due !== 200 || method === 'HEAD' || plants !== undefined
}

function errorFaults(response: Answer, { error }: Due): readonly string[] {
  if (error === undefined) {
    return []
  }
  const { value } = parseBody(response)
  const given = typeof value === 'object' && value !== null && 'error' in value ? value.error : undefined
  return given === error ? [] : [`error is ${JSON.stringify(given)}, due is ${error}`]
}

function plantFaults(response: Answer, { plants }: Due, { world }: Known): readonly string[] {
  if (plants === undefined) {
    return []
  }
  const due = duePlants(plants, world)
  const { value } = parseBody(response)
  if (isDeepStrictEqual(value, due)) {
    return []
  }
  const came = Array.isArray(value) ? `${value.length} plants` : 'no list'
  return [`the plants are not ${plants} (${due.length}): ${came} came, or others`]
}

function duePlants(plants: string, { users }: World): readonly Plant[] {
  const [, count, user = ''] = /^(all|first \d+) of (\w+)$/.exec(plants) ?? []
  const list = users[user]?.plants ?? []
  return count === undefined
    ? []
    : list.slice(0, count === 'all' ? undefined : Number(count.slice('first '.length)))
}

/** RFC 6750 section 3: a caller that sent no token is not told of an error. */
const challenges: Readonly<Record<number, string>> = {
  40_101: 'Bearer realm="plant-store"',
  40_102: 'Bearer realm="plant-store", error="invalid_token"',
}

function challengeFaults(response: Answer, { error = 0 }: Due): readonly string[] {
  const challenge = challenges[error]
  return challenge === undefined ? [] : lineFaults(response, `WWW-Authenticate: ${challenge}`)
}

function carriedFaults(response: Answer, { carries = '' }: Due, { words }: Known): readonly string[] {
  const lines = carries.split('\n').filter((line) => line !== '')
  return lines.flatMap((line) => lineFaults(response, fill(line, words)))
}

function lineFaults(response: Answer, line: string): readonly string[] {
  const colon = line.indexOf(': ')
  const values = valuesOf(response, line.slice(0, colon))
  return values.join('\n') === line.slice(colon + 2) ? [] : [`it does not carry ${line}`]
}

function missingFaults(response: Answer, { lacks = '' }: Due): readonly string[] {
  const names = lacks.split(', ').filter((name) => name !== '' && valuesOf(response, name).length > 0)
  return names.map((name) => `it carries ${name}`)
}
