/** The list in a response against the list that was due. */
import type { Plant } from '@plant-store/contracts'
import { Plant as plantSchema } from '@plant-store/contracts/schemas'
import { isPlants } from '@plant-store/contracts/validators'
import { quoteApart } from '../../src/quote.ts'
import type { Examination } from '../../src/oracle/any-oracle.ts'
import type { RequestContext } from './knowledge.ts'

/** What is known about the list that is due. */
interface DueList {
  /** The caller's whole list, from the world or an earlier response. */
  readonly plants: readonly Plant[]
  readonly isFromWorld: boolean
  readonly limit: number | undefined
  /** The lists of the other callers, where the world gives them. */
  readonly ofOthers: readonly (readonly Plant[])[]
}

/** A longer list shows that any number of plants may come. */
const manyPlants = 1000

/** Does nothing unless `body` is a list of plants. */
export function checkList(body: unknown, { analysis, knowledge }: RequestContext, seen: Examination): void {
  if (!isPlants(body)) return
  const { caller, limit } = analysis
  const list = caller === undefined ? undefined : knowledge.listOf(caller)
  if (caller !== undefined && list !== undefined) {
    checkTags(body, list.plants, seen)
    compareLists(body, { ...list, limit, ofOthers: knowledge.listsOfOthers(caller) }, seen)
  } else if (limit !== undefined) {
    const came = body.length <= limit ? undefined : `${body.length} plants`
    seen.require('limit-caps-the-list', came, `at most ${limit}`)
  }
}

/**
 * The tag of a plant may be an empty string. Where the world does not give the list, that can't be told from a missing
 * tag.
 */
function checkTags(body: readonly Plant[], due: readonly Plant[], seen: Examination): void {
  const empty = body.find(({ tag }) => tag === '')
  const isDue = empty !== undefined && due.some(({ name, tag }) => tag === '' && name === empty.name)
  if (empty !== undefined && !isDue)
    seen.require('tag-absent-where-none', JSON.stringify(empty), 'no member named tag')
  else if (body.some(({ tag }) => tag === undefined)) seen.kept.add('tag-absent-where-none')
}

/** Finds the rule that best explains how the lists differ. */
function compareLists(came: readonly Plant[], list: DueList, seen: Examination): void {
  const { plants, isFromWorld, limit } = list
  const due = limit === undefined ? plants : plants.slice(0, limit)
  const cameKeys = keysOf(came)
  const dueKeys = keysOf(plants).slice(0, limit)
  if (cameKeys.length === dueKeys.length && cameKeys.every((key, index) => key === dueKeys[index])) {
    for (const [rule, isShown] of Object.entries(rulesShown(list, due))) if (isShown) seen.kept.add(rule)
    return
  }
  const isSeenBefore = !isFromWorld && limit === undefined
  const rule = isSeenBefore ? 'equal-requests-equal-answers' : ruleOf(cameKeys, dueKeys, list)
  const [describeCame, describeDue] = distinguish(cameKeys, dueKeys)
  seen.require(rule, describeCame, `${isSeenBefore ? 'the same list as before: ' : ''}${describeDue}`)
}

/** The rules that the list that was due shows to be kept. */
const rulesShown = (
  { isFromWorld, limit, plants, ofOthers }: DueList,
  due: readonly Plant[],
): Readonly<Record<string, boolean>> => ({
  // Where no other caller has plants, the list shows nothing about this rule.
  'sees-own-plants-only': isFromWorld && ofOthers.some(({ length }) => length > 0),
  'order-as-added': isFromWorld && due.length > 1,
  'lists-all-plants': isFromWorld && limit === undefined,
  'any-number-of-plants': isFromWorld && (plants.length === 0 || due.length > manyPlants),
  'limit-is-optional': limit === undefined,
  'equal-requests-equal-answers': limit === undefined,
  'limit-caps-the-list': limit !== undefined,
  'limit-takes-the-first': limit !== undefined,
  'limit-zero': limit === 0,
  'no-limit-of-its-own': limit !== undefined && limit >= plants.length && plants.length > 0,
})

function ruleOf(came: readonly string[], due: readonly string[], list: DueList): string {
  const { plants, ofOthers, limit } = list
  const foreign = without(came, keysOf(plants))
  const others = new Set(ofOthers.flatMap((other) => keysOf(other)))
  if (foreign.some((key) => others.has(key))) return 'sees-own-plants-only'
  if (limit !== undefined && came.length > limit) return limit === 0 ? 'limit-zero' : 'limit-caps-the-list'
  if (foreign.length > 0) return 'lists-all-plants'
  if (came.length === due.length && without(came, due).length === 0) return 'order-as-added'
  if (limit === undefined) return 'lists-all-plants'
  // The caller's own plants, but not the first ones, or too few.
  const isBeginning = came.every((key, index) => key === due[index])
  return isBeginning && came.length < due.length ? 'no-limit-of-its-own' : 'limit-takes-the-first'
}

/** The items that one list has beyond the other, each as often as it is surplus. */
function without(list: readonly string[], other: readonly string[]): string[] {
  const left = Map.groupBy(other, (key) => key)
  return list.filter((key) => left.get(key)?.pop() === undefined)
}

const keys = new WeakMap<readonly Plant[], readonly string[]>()

function keysOf(plants: readonly Plant[]): readonly string[] {
  const known = keys.get(plants) ?? plants.map((plant) => keyOf(plant))
  keys.set(plants, known)
  return known
}

/** The members that the contract names; others may come. */
const members = Object.keys(plantSchema.properties)

const keyOf = (plant: Plant): string => JSON.stringify(plant, members)

/** How two lists differ: the length of each, and its first plant that is not that of the other. */
function distinguish(came: readonly string[], due: readonly string[]): readonly [came: string, due: string] {
  const length = Math.max(came.length, due.length)
  const at = Array.from({ length }).findIndex((_, index) => came[index] !== due[index])
  const [one = '', other = ''] = [came[at], due[at]]
  const quoted = shorten(one) === shorten(other) ? quoteApart(one, other) : [shorten(one), shorten(other)]
  const [describeCame = '', describeDue = ''] = [came, due].map((list, index) => {
    const count = list.length === 1 ? '1 plant' : `${list.length} plants`
    return list[at] === undefined ? count : `${count}, number ${at + 1} is ${quoted[index]}`
  })
  return [describeCame, describeDue]
}

const maxLength = 120

/** A plant is already JSON: on one line, with every control character escaped. */
const shorten = (key: string): string => (key.length > maxLength ? `${key.slice(0, maxLength)}…` : key)
