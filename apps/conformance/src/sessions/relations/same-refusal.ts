/** Every reason to refuse a credential looks the same: no guesser learns why. */
import type { Answer } from '../../exchange.ts'
import { toText } from '../../http/request.ts'
import { valuesOf } from '../../http/fields.ts'
import { quoteApart } from '../../oracle/examination.ts'
import type { Sent } from '../../http/session.ts'
import { changing } from './fingerprint.ts'
import { FirstOnes, type Relation } from './relation.ts'

export function sameRefusal(): Relation {
  const first = new FirstOnes()
  const chance = new Chance()
  return {
    rule: 'same-refusal-for-every-reason',
    see: ({ sent, answer, analysis: { operation, faults, isHead } }) => {
      const { request } = sent
      const isPlain = request.octets === undefined && request.fields.every(([name]) => usual.test(name))
      const isSent = valuesOf(request, 'authorization').some((value) => value.trim() !== '')
      const isRefused = faults[0]?.statusRule === 'refused-token-401' && answer.status === 401
      if (!isPlain || !isSent || !isRefused || isHead) return undefined
      chance.learn(sent, answer)
      const known = first.meet(operation?.operationId ?? '', '', sent)
      if (known === undefined || !chance.isKnown || 'silence' in known.sent.outcome) return undefined
      const [text, due] = [answer, known.sent.outcome].map((one) => chance.textOf(one))
      if (text === undefined || due === undefined || text === due) return 'kept'
      const [came, before] = quoteApart(text, due)
      return { came, due: `the same as for another credential: ${before}`, earlier: known.sent }
    },
  }
}

const usual = /^(?:host|accept|authorization)$/i

/** Fields that are of one answer alone, or of its connection. */
const own = /^(?:date|x-request-id|connection|keep-alive|age|server-timing|x-response-time|x-runtime)$/i

/** What differs between answers to the same credential tells nothing of it: which machine answered, how many are left. */
class Chance {
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
