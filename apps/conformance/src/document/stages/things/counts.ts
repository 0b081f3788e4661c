/** What a thing counts, by the names that services give it. */
import { membersOf } from '../../../contract/pointers.ts'
import { memberOf } from '../../items.ts'
import { readJson } from '../../oracle/content.ts'
import type { Came } from './trial.ts'

/** The counts that a thing has, by name. */
export const countsIn = ({ response }: Came): readonly (readonly [string, number])[] =>
  membersOf(readJson(response).value).flatMap(([name, value]) =>
    namesOfCounts.test(name) && typeof value === 'number' && Number.isInteger(value)
      ? [[name, value] as const]
      : [],
  )

/** What a count has become. */
export const countIn = ({ response }: Came, name: string): unknown => memberOf(readJson(response).value, name)

const namesOfCounts = /count|total|taken|size|number_?of|^num_/i

/** Such as reportCount, number_of_reports and reportsTotal for `reports`. */
export function isNamedFor(name: string, segment: string): boolean {
  const stem = segment.replace(/(?:ie|e)?s$/i, '').replaceAll(/[^a-z]/gi, '')
  const plain = name.replaceAll(/[^a-z]/gi, '')
  return new RegExp(`^(?:num(?:ber)?(?:of)?)?${stem}(?:y|ies|es|e|s)?(?:count|total)?$`, 'i').test(plain)
}
