/** Whether pages of lists heed the size that is asked for. */
import type { RawResponse } from '../../exchange.ts'
import type { Breach } from '../../oracle/examination.ts'
import { listIn, pageSizeOf } from '../paging.ts'
import { ruleId } from '../rules.ts'
import type { DocumentAnalysis } from './analyse.ts'
import { readJson } from './content.ts'

/** A service may take a small size for another, or count something else: what was heeded once is due from then on. */
export class Pages {
  /** How many items lists have, by the operation's id. */
  readonly #longest = new Map<string, number>()
  /** Sizes that were heeded, behind the operation's id. */
  readonly #heeded = new Set<string>()

  check(response: RawResponse, { asked, values }: DocumentAnalysis): Breach | undefined {
    const size = asked && pageSizeOf(asked)
    if (asked === undefined || size === undefined || response.status !== 200) return undefined
    const { length } = listIn(readJson(response).value) ?? []
    const longest = this.#longest.get(asked.id) ?? 0
    this.#longest.set(asked.id, Math.max(longest, length))
    const most = Number(values.get(size.name))
    const key = `${asked.id} ${most}`
    // 0 may stand for the usual size, and a filter may leave nothing.
    if (length === most && length > 0 && longest > most) this.#heeded.add(key)
    if (length <= most || !this.#heeded.has(key)) return undefined
    return { rule: ruleId(asked, 'pages'), came: `${length} items`, due: `at most ${most}` }
  }
}
