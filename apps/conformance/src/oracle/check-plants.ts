/** The list of plants in an answer: whether it is the one that is due. */
import type { Plant } from '@plant-store/contracts'
import { isPlants } from '@plant-store/contracts/validators'
import type { Examination } from './examination.ts'
import type { Knowledge } from './knowledge.ts'
import type { Analysis } from './analysis.ts'
import { compareLists } from './compare-lists.ts'

/** `body` has the form of a list of plants. */
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

/** A world may have a plant whose tag is an empty text: who was not told the list can't tell that from none. */
function checkTags(body: readonly Plant[], due: readonly Plant[], seen: Examination): void {
  const empty = body.find(({ tag }) => tag === '')
  const isDue = empty !== undefined && due.some(({ name, tag }) => tag === '' && name === empty.name)
  if (empty !== undefined && !isDue) {
    seen.require('tag-absent-where-none', false, () => JSON.stringify(empty), 'no member tag')
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
