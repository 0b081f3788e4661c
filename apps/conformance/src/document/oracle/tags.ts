/** The last entity tag of what is at a path. */
import { fieldValue } from '@plant-store/raw-http'
import { splitTarget } from '../../contract/target.ts'
import type { RawResponse, SentRequest } from '../../exchange.ts'
import { isSafe } from '../model.ts'

export class Tags {
  readonly #known = new Map<string, string>()

  at(path: string): string | undefined {
    return this.#known.get(path)
  }

  /** A weak one fits no condition of a change (RFC 9110, 13.1.1). */
  note({ method, target }: SentRequest, response: RawResponse): void {
    const [path] = splitTarget(target)
    const tag = method === 'POST' ? undefined : fieldValue(response, 'ETag')
    if (response.status >= 300) return
    if (tag?.startsWith('"') === true) this.#known.set(path, tag)
    else if (!isSafe(method)) this.#known.delete(path)
  }
}
