/** The form in which a request wishes for the list, and its place: a list in such a form may have a tag of its own. */
import { fieldValue, membersOf, valuesOf } from '@plant-store/raw-http'
import type { Answer, SentRequest } from '../exchange.ts'
import type { Analysis } from './analysis.ts'

/**
 * The fields that chose the form, according to Vary, and always Accept-Encoding; and the target, where it is not the usual
 * one: a tag may be made for each. Empty for the plain list.
 */
export function wishOf(request: SentRequest, answer: Answer, { numbers }: Pick<Analysis, 'numbers'>): string {
  const named = membersOf(fieldValue(answer, 'Vary') ?? '')
  // With a star, it may be any of them (RFC 9110, 12.5.5).
  const all = request.fields.map(([name]) => name.toLowerCase()).filter((name) => !ofNoForm.has(name))
  const varying = named.includes('*') ? named.concat(all) : named
  return [...new Set(['accept-encoding', ...varying])]
    .filter((name) => name !== 'authorization')
    .flatMap((name) => valuesOf(request, name).map((value) => `${name}: ${value}`))
    .filter((line) => line !== 'accept: */*')
    .concat(isUsualTarget(request.target, numbers) ? [] : [`target: ${request.target}`])
    .toSorted()
    .join('\n')
}

/** Whether the target is a path, followed by nothing but the numbers that it asks for. */
function isUsualTarget(target: string, numbers: Analysis['numbers']): boolean {
  const query = Object.entries(numbers).map(([name, number]) => `${name}=${number}`)
  const [path = ''] = target.split('?', 1)
  return path.startsWith('/') && target === [path, ...(query.length > 0 ? [query.join('&')] : [])].join('?')
}

const ofNoForm = new Set(['host', 'connection', 'x-request-id', 'if-none-match', 'if-modified-since'])
