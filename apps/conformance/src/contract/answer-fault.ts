/** Finds the rule that a fault in an answer breaks, from the fault as schema validators describe it. */
import { operations } from '@plant-store/contracts/schemas'

/** Where an answer departs from its description. */
export type AnswerFault =
  | { readonly part: 'content-type' }
  | { readonly part: 'json' }
  | { readonly part: 'header'; readonly name: string; readonly missing: boolean }
  /** `place`: the path into the body; `keyword`: the keyword of the schema there that fails. */
  | { readonly part: 'body'; readonly place: readonly (string | number)[]; readonly keyword: string }

/** Whether the operation at this path answers with the list of plants: it alone has rules for its body. */
export const isOfPlants = (path: string): boolean => path === operations.listPlants.path

/** The rule that an answer with this status, at this path, breaks by this fault. */
export function ruleOfFault(
  status: number,
  fault: AnswerFault,
  path: string = operations.listPlants.path,
): string {
  const isList = status === 200
  if (fault.part === 'content-type') return isList ? 'list-content-type' : 'error-content-type'
  if (fault.part === 'json') return 'payload-is-json'
  if (fault.part === 'header') return ruleOfHeader(isList, fault.name.toLowerCase(), fault.missing)
  if (fault.keyword === 'additionalProperties') return 'no-extra-members'
  if (isList && !isOfPlants(path)) return 'bodies-as-declared'
  return isList ? ruleOfList(fault.place, fault.keyword) : ruleOfError(fault.place, fault.keyword)
}

function ruleOfList([item, member]: readonly (string | number)[], keyword: string): string {
  if (item === undefined) return 'list-is-array'
  if (member === undefined) return keyword === 'required' ? 'plant-has-name' : 'items-are-objects'
  return member === 'name' ? 'plant-name-is-text' : 'plant-tag-is-text'
}

function ruleOfError([member]: readonly (string | number)[], keyword: string): string {
  if (member === undefined) return keyword === 'required' ? 'error-has-both-members' : 'error-is-object'
  if (member === 'message') return 'message-is-text'
  return keyword === 'minimum' || keyword === 'maximum' ? 'error-is-int32' : 'error-is-integer'
}

const headers: Readonly<Record<string, string>> = {
  etag: 'etag-sent',
  vary: 'vary-authorization',
  'www-authenticate': 'challenge-is-bearer',
  'retry-after': 'retry-after-503',
}

function ruleOfHeader(isList: boolean, name: string, missing: boolean): string {
  if (name === 'cache-control') return isList ? 'list-is-private' : 'refusals-not-stored'
  if (name === 'x-request-id') return missing ? 'request-id-sent' : 'request-id-form'
  return headers[name] ?? 'declared-headers-sent'
}

const ofEveryAnswer = [
  'payload-is-json',
  'no-extra-members',
  'request-id-sent',
  'request-id-form',
  'declared-headers-sent',
]
const ofErrors = ['error-content-type', 'every-refusal-has-error-body', 'refusals-not-stored']
const ofLists = ['list-content-type', 'etag-sent', 'list-is-private', 'vary-authorization']

/** The rules that a list without faults shows to be kept. */
export function rulesOfList(hasItems: boolean, hasTag: boolean): readonly string[] {
  return [
    'list-is-array',
    ...(hasItems ? ['items-are-objects', 'plant-has-name', 'plant-name-is-text'] : []),
    ...(hasTag ? ['plant-tag-is-text'] : []),
  ]
}

/** The rules that the body of a refusal without faults shows to be kept. */
export const rulesOfErrorBody: readonly string[] = [
  'error-is-object',
  'error-has-both-members',
  'error-is-integer',
  'error-is-int32',
  'message-is-text',
]

/** The rules that an answer at this path without any such fault shows to be kept. */
export function rulesOfAnswer(
  status: number,
  body: Buffer,
  path: string = operations.listPlants.path,
): readonly string[] {
  if (status === 200) {
    const ofBody = isOfPlants(path) ? rulesOfList(body.includes('{'), body.includes('"tag"')) : []
    return [...ofEveryAnswer, ...ofLists, 'bodies-as-declared', ...ofBody]
  }
  const own = status === 401 ? ['challenge-is-bearer'] : status === 503 ? ['retry-after-503'] : []
  return [...ofEveryAnswer, ...ofErrors, ...rulesOfErrorBody, ...own]
}
