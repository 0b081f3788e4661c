/** What differs between answers to the same request: it says nothing about why they were given. */
import { toText, valuesOf } from '@plant-store/raw-http'
import { Memory } from '../../court/memory.ts'
import type { Answer } from '../../exchange.ts'
import type { Sent } from '../sent.ts'

/** Fields that belong to one answer only, or to its connection. */
const own = /^(?:date|x-request-id|connection|keep-alive|age|x-response-time|x-runtime)$/i
/** The reason phrase, treated as a field. */
const firstLine = ':reason'
/** The numbers in this field are times. */
const timed = /^server-timing$/i

/** Numbers and names of requests and machines, times, and the like, each matched whole. */
const changing =
  /(?<![\w-])[\da-f]{8,}(?:-[\da-f]+)*(?![\w-])|(?=[\w-]*(?:\d|[a-z][A-Z]|[A-Z]{2}|[-_][A-Z]))[\w-]{8,}|\d+/g

/** Learns what is by chance, such as which machine answered, or how many requests are left. */
export class Chance {
  readonly #answers = new Memory<Answer>()
  readonly #names = new Set<string>()
  /** How much of the bodies never differs: before the words that do, and after them. */
  #same = { before: Infinity, behind: Infinity }
  /** Whether the same request was sent twice. */
  isKnown = false

  learn({ request }: Sent, answer: Answer): void {
    const text = toText(request)
    const before = this.#answers.get(text)
    this.#answers.set(text, answer)
    if (before === undefined) return
    this.isKnown = true
    const [one, other] = [valuesByName(before), valuesByName(answer)]
    for (const name of [...one.keys(), ...other.keys()]) {
      if (one.get(name) !== other.get(name)) this.#names.add(name)
    }
    if (!before.body.equals(answer.body)) this.#learnBody(textOf(before), textOf(answer))
  }

  /** Names and values of all fields that do not differ by chance, and the body. */
  textOf(answer: Answer): string {
    const lines = [...valuesByName(answer)]
      .filter(([name]) => !own.test(name) && !this.#names.has(name))
      .map(([name, value]) => `${name}: ${timed.test(name) ? value.replaceAll(/\d+/g, '#') : value}`)
    return [...lines.toSorted(), '', this.#withoutChance(textOf(answer))].join('\n')
  }

  #withoutChance(text: string): string {
    const { before, behind } = this.#same
    if (before === Infinity) return text
    return `${text.slice(0, before)}#${text.slice(Math.max(before, text.length - behind))}`.replaceAll(
      changing,
      '#',
    )
  }

  #learnBody(one: string, other: string): void {
    const before = lengthOfSame(one, other)
    const behind = lengthOfSame(mirrored(one), mirrored(other))
    this.#same = { before: Math.min(this.#same.before, before), behind: Math.min(this.#same.behind, behind) }
  }
}

/** The values of all fields, by their names in lower case; and the reason phrase. */
function valuesByName(answer: Answer): ReadonlyMap<string, string> {
  const names = answer.fields.map(([name]) => name.toLowerCase())
  const values = new Map(names.map((name) => [name, valuesOf(answer, name).join(', ')]))
  return values.set(firstLine, answer.reason)
}

const textOf = ({ body }: Answer): string => body.toString('utf8')
const mirrored = (text: string): string => Array.from(text).toReversed().join('')

/** How much two differing texts share, up to the beginning of the word that differs. */
function lengthOfSame(one: string, other: string): number {
  let at = 0
  while (at < one.length && one[at] === other[at]) at += 1
  return one.slice(0, at).search(/[\w-]*$/)
}
