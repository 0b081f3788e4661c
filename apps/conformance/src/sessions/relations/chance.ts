/** What differs between answers to the same request: it tells nothing of why they were given. */
import type { Answer } from '../../exchange.ts'
import { toText } from '../../http/request.ts'
import type { Sent } from '../../http/session.ts'
import { changing } from './fingerprint.ts'

/** Fields that are of one answer alone, or of its connection. */
const own = /^(?:date|x-request-id|connection|keep-alive|age|server-timing|x-response-time|x-runtime)$/i

/** Such as which machine answered, or how many requests are left. */
export class Chance {
  readonly #answers = new Map<string, Answer>()
  readonly #names = new Set<string>()
  #isBodyByChance = false
  /** Whether the same was asked twice. */
  isKnown = false

  learn({ request }: Sent, answer: Answer): void {
    const before = this.#answers.get(toText(request))
    this.#answers.set(toText(request), answer)
    if (before === undefined) return
    this.isKnown = true
    const [one, other] = [before, answer].map(({ fields }) => valuesByName(fields))
    for (const name of new Set([...(one?.keys() ?? []), ...(other?.keys() ?? [])])) {
      if (one?.get(name) !== other?.get(name)) this.#names.add(name)
    }
    this.#isBodyByChance ||= !before.body.equals(answer.body)
  }

  /** Names and values of all fields that are not by chance, and the body. */
  textOf({ fields, body }: Answer): string {
    const lines = [...valuesByName(fields)]
      .filter(([name]) => !own.test(name) && !this.#names.has(name))
      .map(([name, value]) => `${name}: ${value}`)
    const text = body.toString('utf8')
    return [...lines.toSorted(), '', this.#isBodyByChance ? text.replaceAll(changing, '#') : text].join('\n')
  }
}

const valuesByName = (fields: Answer['fields']): ReadonlyMap<string, string> =>
  fields.reduce((all, [name, value]) => {
    const lower = name.toLowerCase()
    return all.set(lower, all.has(lower) ? `${all.get(lower) ?? ''}, ${value}` : value)
  }, new Map<string, string>())
