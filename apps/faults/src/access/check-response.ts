/** Checks whether a response shows exactly what its caller may see. */
import type { Plant } from '@plant-store/contracts'
import type { Access } from './access-history.ts'

/** A response, or the part of it that arrived. */
export interface RawResponse {
  readonly status: number
  readonly text: string
  /** Whether the response arrived completely before the connection ended. */
  readonly isWhole: boolean
  readonly limit: number | undefined
}

/** Says what is wrong with the response; undefined if it is one that the caller could get. */
export function checkResponse(response: RawResponse, possible: readonly Access[]): string | undefined {
  const { status, text, isWhole, limit } = response
  if (status === 401 && isWhole) {
    return possible.includes('refused') ? undefined : 'a valid token was refused'
  }
  if (status !== 200) return text.includes('"name"') ? `a plant in a response ${status}: ${text}` : undefined
  const lists = possible.filter((access) => access !== 'refused').map((plants) => plants.slice(0, limit))
  const isAllowed = lists.some((plants) => {
    const due = JSON.stringify(plants)
    return isWhole ? text === due : due.startsWith(text)
  })
  return isAllowed ? undefined : explain(text, lists)
}

function explain(text: string, lists: readonly (readonly Plant[])[]): string {
  if (lists.length === 0) return 'a list for a token that is not accepted'
  const names = [...text.matchAll(/"name":"(?<name>[^"]*)"/g)].map(({ groups }) => groups?.['name'] ?? '')
  const known = new Set(lists.flat().map(({ name }) => name))
  const foreign = names.find((name) => !known.has(name))
  return foreign === undefined
    ? `a list that was never due: ${text.slice(0, 200)}`
    : `a plant that is not the caller's: ${foreign}`
}
