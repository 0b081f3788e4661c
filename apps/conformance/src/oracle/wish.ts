/** The form in which a request wishes for the list: a list in such a form may have a tag of its own. */
import { fieldValue, membersOf, valuesOf } from '@plant-store/raw-http'
import type { Answer, SentRequest } from '../exchange.ts'

/** The fields that chose the form, according to Vary, and always Accept-Encoding. Empty for the plain list. */
export function wishOf(request: SentRequest, answer: Answer): string {
  const named = membersOf(fieldValue(answer, 'Vary') ?? '')
  // With a star, it may be any of them (RFC 9110, 12.5.5).
  const all = request.fields.map(([name]) => name.toLowerCase()).filter((name) => !ofNoForm.has(name))
  const varying = named.includes('*') ? named.concat(all) : named
  return [...new Set(['accept-encoding', ...varying])]
    .filter((name) => name !== 'authorization')
    .flatMap((name) => valuesOf(request, name).map((value) => `${name}: ${value}`))
    .filter((line) => line !== 'accept: */*')
    .toSorted()
    .join('\n')
}

const ofNoForm = new Set(['host', 'connection', 'x-request-id', 'if-none-match', 'if-modified-since'])
