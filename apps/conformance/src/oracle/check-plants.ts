/** The list of plants in an answer: whether it is the one that is due. */
import type { Plant } from '@plant-store/contracts'
import { isPlants } from '@plant-store/contracts/validators'
import type { Examination } from './examination.ts'
import type { Knowledge } from './knowledge.ts'
import type { Analysis } from './analysis.ts'
import { compareLists } from './compare-lists.ts'

/** Does nothing unless `body` is a list of plants. */
export function checkPlants(
  body: unknown,
  analysis: Analysis,
  knowledge: Knowledge,
  seen: Examination,
): void {
  if (!isPlants(body)) {
    return
  }
  const limit = analysis.numbers['limit']
  const list = analysis.caller === undefined ? undefined : knowledge.listOf(analysis.caller)
  if (list === undefined || analysis.caller === undefined) {
    checkLength(body, limit, seen)
    return
  }
  checkTags(body, list.plants, seen)
  const { plants: whole, isFromWorld } = list
  const ofOthers = knowledge.listsOfOthers(analysis.caller)
  compareLists(body, { whole, isFromWorld, limit, ofOthers }, seen)
}

/**
 * The tag of a plant may be an empty string. Where the world does not give the list, that can't be told from a missing
 * tag.
 */
function checkTags(body: readonly Plant[], due: readonly Plant[], seen: Examination): void {
  const empty = body.find(({ tag }) => tag === '')
  const isDue = empty !== undefined && due.some(({ name, tag }) => tag === '' && name === empty.name)
  if (empty !== undefined && !isDue) {
    seen.require('tag-absent-where-none', false, () => JSON.stringify(empty), 'no member named tag')
  } else if (body.some(({ tag }) => tag === undefined)) {
    seen.kept.add('tag-absent-where-none')
  }
}

function checkLength(body: readonly Plant[], limit: number | undefined, seen: Examination): void {
  if (limit !== undefined) {
    const isShort = body.length <= limit
    seen.require('limit-caps-the-list', isShort, () => `${body.length} plants`, `at most ${limit}`)
  }
}
