/** Whether an answer shows what its caller may see, and nothing else. */
import type { Plant } from '@plant-store/contracts'
import type { Access } from './access-history.ts'

/** An answer, or as much of one as came. */
export interface Answer {
  readonly status: number
  readonly text: string
  /** Whether the connection ended behind it, not in it. */
  readonly isWhole: boolean
  readonly limit: number | undefined
}

/** What is wrong with the answer, as a sentence; undefined: it is one of those that the caller could get. */
export function judgeAnswer(answer: Answer, possible: readonly Access[]): string | undefined {
  const { status, text, isWhole, limit } = answer
  if (status === 401 && isWhole) {
    return possible.includes('refused') ? undefined : 'a token that counts was refused'
  }
  if (status !== 200) return text.includes('"name"') ? `a plant in an answer ${status}: ${text}` : undefined
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
