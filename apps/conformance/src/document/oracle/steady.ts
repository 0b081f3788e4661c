/** Content that comes again. */
import { decodeContent, toText } from '@plant-store/raw-http'
import { membersOf } from '../../contract/pointers.ts'
import type { RawResponse } from '../../exchange.ts'
import { quoteApart } from '../../quote.ts'
import { Memory, toKey } from '../../run/memory.ts'
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
      seen.require(rule, came, `the same as before: ${due}`, true)
    }
  }
}

/**
 * What a content says, but for numbers and for the order in which it says it: a service may count its requests, and has
 * promised no order.
 */
function contentOf(response: RawResponse): string {
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
