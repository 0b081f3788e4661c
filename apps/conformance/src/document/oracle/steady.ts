/** What earlier responses say about later ones: content that comes again, and sizes of pages that are heeded. */
import { decodeContent, toText } from '@plant-store/raw-http'
import { membersOf } from '../../contract/pointers.ts'
import type { RawResponse } from '../../exchange.ts'
import { quoteApart } from '../../quote.ts'
import { Memory, toKey } from '../../run/memory.ts'
import { listIn, pageSizeOf } from '../paging.ts'
import { ruleId } from '../rules.ts'
import { readJson } from './content.ts'
import type { Received } from './analyse.ts'

const rule = 'same-content-again'

/** What a request got before, it gets again, as long as nothing is changed, and as far as it does so by itself. */
export class Steady {
  readonly #first = new Memory<string>()
  /** Operations whose content is another one each time, by id. */
  readonly #unsteady = new Set<string>()
  #isOver = false

  /** From now on, what is there is changed by the check itself. */
  end(): void {
    this.#isOver = true
  }

  /** What comes for the operation is another one each time, or was changed by somebody else. */
  doubt(operation: string): void {
    this.#unsteady.add(operation)
  }

  check({ request, response, analysis: { asked, faults, isHead }, seen }: Received): void {
    const isRead = asked?.method === 'GET' && !isHead && faults.length === 0 && response.status === 200
    if (this.#isOver || !isRead || this.#unsteady.has(asked.id)) return
    const key = toKey(toText(request))
    const [text, before] = [contentOf(response), this.#first.get(key)]
    if (before === undefined) this.#first.set(key, text)
    else if (before === text) seen.kept.add(rule)
    else {
      const [came, due] = quoteApart(text, before)
      seen.require(rule, came, `the same as before: ${due}`, { isToReturn: true })
    }
  }
}

/** A service may take a small size of pages for another, or count something else: what was heeded once is due from then on. */
export function pageSizes(): (received: Received) => void {
  /** How many items lists have, by the operation's id. */
  const longest = new Map<string, number>()
  /** Sizes that were heeded, behind the operation's id. */
  const heeded = new Set<string>()
  return ({ response, analysis: { asked, values }, seen }) => {
    const size = asked && response.status === 200 ? pageSizeOf(asked) : undefined
    if (asked === undefined || size === undefined) return
    const { length } = listIn(readJson(response).value) ?? []
    const most = Number(values.get(size.name))
    const key = `${asked.id} ${most}`
    const before = longest.get(asked.id) ?? 0
    longest.set(asked.id, Math.max(before, length))
    // 0 may stand for the usual size, and a filter may leave nothing.
    if (length === most && length > 0 && before > most) heeded.add(key)
    if (length > most && heeded.has(key))
      seen.require(ruleId(asked, 'pages'), `${length} items`, `at most ${most}`)
  }
}

/**
 * What a content says, but for numbers and for the order in which it says it: a service may count its requests, and has
 * promised no order.
 */
export function contentOf(response: RawResponse): string {
  const { value, fault } = readJson(response)
  if (fault === undefined) return textOf(value)
  return decodeContent(response).toString('latin1').replaceAll(/\d+/g, '0')
}

function textOf(value: unknown): string {
  if (typeof value === 'number') return '0'
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const parts: readonly string[] = Array.isArray(value)
    ? value.map((one: unknown) => textOf(one))
    : membersOf(value).map(([name, one]) => `${JSON.stringify(name)}:${textOf(one)}`)
  const all = parts.toSorted().join()
  return Array.isArray(value) ? `[${all}]` : `{${all}}`
}
