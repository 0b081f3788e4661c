/** Compares the list that came with the list that was due. */
import type { Plant } from '@plant-store/contracts'
import { quoteApart } from '../court/quote.ts'
import type { Examination } from './examination.ts'

/** What is known about the list that is due. */
interface DueList {
  /** The caller's whole list, from the world or an earlier answer. */
  readonly whole: readonly Plant[]
  readonly isFromWorld: boolean
  readonly limit: number | undefined
  /** The lists of the other callers, where the world gives them. */
  readonly ofOthers: readonly (readonly Plant[])[]
}

/** A longer list shows that any number of plants may come. */
const manyPlants = 1000

/** Finds the rule that best explains how the lists differ. */
export function compareLists(came: readonly Plant[], list: DueList, seen: Examination): void {
  const { whole, isFromWorld, limit } = list
  const due = limit === undefined ? whole : whole.slice(0, limit)
  const cameKeys = keysOf(came)
  const dueKeys = keysOf(whole).slice(0, limit)
  if (cameKeys.length === dueKeys.length && cameKeys.every((key, index) => key === dueKeys[index])) {
    for (const rule of rulesOfEqual(list, due)) {
      seen.kept.add(rule)
    }
    return
  }
  const rule = ruleOf(cameKeys, dueKeys, list)
  const isSeenBefore = !isFromWorld && limit === undefined
  seen.require(
    isSeenBefore ? 'equal-requests-equal-answers' : rule,
    false,
    () => tellDifference(cameKeys, dueKeys),
    `${isSeenBefore ? 'the same list as before: ' : ''}${tellList(due, limit)}`,
  )
}

function rulesOfEqual(list: DueList, due: readonly Plant[]): readonly string[] {
  const { isFromWorld, limit, whole, ofOthers } = list
  const ofWorld = [
    // Where no other caller has plants, the list shows nothing about this rule.
    ...(ofOthers.some((plants) => plants.length > 0) ? ['sees-own-plants-only'] : []),
    ...(due.length > 1 ? ['order-as-added'] : []),
    ...(limit === undefined ? ['lists-all-plants'] : []),
  ]
  const size = whole.length === 0 || due.length > manyPlants ? ['any-number-of-plants'] : []
  const ofLimit = [
    'limit-caps-the-list',
    'limit-takes-the-first',
    ...(limit === 0 ? ['limit-zero'] : []),
    ...(limit !== undefined && limit >= whole.length && whole.length > 0 ? ['no-limit-of-its-own'] : []),
  ]
  return [
    ...(isFromWorld ? [...ofWorld, ...size] : []),
    ...(limit === undefined ? ['limit-is-optional', 'equal-requests-equal-answers'] : ofLimit),
  ]
}

function ruleOf(came: readonly string[], due: readonly string[], list: DueList): string {
  const { whole, ofOthers, limit } = list
  const foreign = without(came, keysOf(whole))
  const others = new Set(ofOthers.flatMap((plants) => keysOf(plants)))
  if (foreign.some((key) => others.has(key))) {
    return 'sees-own-plants-only'
  }
  if (limit !== undefined && came.length > limit) {
    return limit === 0 ? 'limit-zero' : 'limit-caps-the-list'
  }
  if (foreign.length > 0) {
    return 'lists-all-plants'
  }
  if (came.length === due.length && without(came, due).length === 0) {
    return 'order-as-added'
  }
  return limit === undefined ? 'lists-all-plants' : ruleOfPart(came, due)
}

/** The caller's own plants, but not the first ones, or too few. */
function ruleOfPart(came: readonly string[], due: readonly string[]): string {
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

const keyOf = ({ name, tag }: Plant): string => JSON.stringify(tag === undefined ? { name } : { name, tag })

function tellDifference(came: readonly string[], due: readonly string[]): string {
  const at = came.findIndex((key, index) => key !== due[index])
  const where = at === -1 ? '' : `, number ${at + 1} is ${tellPlants(came[at] ?? '', due[at])}`
  const missing = without(due, came)[0]
  return `${count(came.length)}${where}${missing === undefined ? '' : `, without ${shorten(missing)}`}`
}

/** Where both would be shortened to the same text, they are quoted from where they differ. */
function tellPlants(came: string, due: string | undefined): string {
  if (due === undefined || shorten(came) !== shorten(due)) return shorten(came)
  const [one, other] = quoteApart(came, due)
  return `${one}, not ${other}`
}

function tellList(due: readonly Plant[], limit: number | undefined): string {
  const [first] = due
  if (first === undefined) return 'no plant'
  const part = due.length === 1 ? 'the first plant' : `the first ${due.length} plants`
  const which = limit === undefined ? `all ${count(due.length)}` : part
  return `${which} of this caller, starting with ${shorten(keyOf(first))}`
}

const count = (length: number): string => (length === 1 ? '1 plant' : `${length} plants`)

const maxLength = 120

/** A plant is already JSON: on one line, with every control character escaped. */
const shorten = (key: string): string => (key.length > maxLength ? `${key.slice(0, maxLength)}…` : key)
