/** The rules of the contract: contracts/rules.yaml, each with its place in openapi.yaml. */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parse } from 'yaml'
import { readContract } from '../contract/document.ts'
import { pointerTo } from '../contract/pointers.ts'

/** `given`: stands in the original contract. `completed`: our decision where the original contract is silent. */
export type Origin = 'given' | 'completed'

/**
 * `http`: an RFC says so of any service. `document`: follows from the structure of an OpenAPI document. `profile`: a
 * sentence that OpenAPI can't express.
 */
export type Layer = 'http' | 'document' | 'profile'

/** One thing that a service owes. */
export interface Rule {
  /** Its name in reports and in `pnpm mutants`, such as `limit-caps-the-list`. */
  readonly id: string
  readonly sentence: string
  readonly origin: Origin
  readonly layer: Layer
  /** The clause of the RFC, such as `RFC 9110, 9.3.2`: of each rule of the layer `http`. */
  readonly source?: string
  /**
   * Where the document says so: a JSON pointer, and words at it where the pointer leads to a long text. Empty where only
   * the source says so.
   */
  readonly pointer: string
  readonly words?: string
  /** The part of the document that it belongs to, where the pointer may lead elsewhere: an operation. */
  readonly part?: string
  /** The operation whose rule it is, where its id does not begin with that. */
  readonly operation?: string
  /**
   * `owed`: a response can show that the rule is kept. `refusable`: a request can break the rule, and must then be
   * refused; only such refusals show that the rule is kept.
   */
  readonly kind: 'owed' | 'refusable'
  /**
   * What must be known to check it: nothing, an accepted token, or the plants of at least one caller, or of two. Of what needs
   * an occasion, only some services give one.
   */
  readonly needs: 'nothing' | 'token' | 'world' | 'two callers' | 'occasion'
}

/** Every text of the contract but the list of given words, by its pointer. */
const texts: readonly (readonly [pointer: string, text: string])[] = textsOf(readContract().document, '')

function textsOf(value: unknown, pointer: string): [string, string][] {
  if (typeof value === 'string') return [[pointer, value]]
  return typeof value !== 'object' || value === null || pointer === '/x-given'
    ? []
    : Object.entries(value).flatMap(([name, member]) => textsOf(member, pointer + pointerTo(name)))
}

/** Throws a `RangeError` unless the words stand in one text of the document. */
function placeOf(place: string, id: string): Pick<Rule, 'pointer' | 'words'> {
  if (place.startsWith('/')) return { pointer: place }
  const [found, ...others] = texts.filter(([, text]) => text.includes(place))
  if (found !== undefined && others.length === 0) return { pointer: found[0], words: place }
  throw new RangeError(
    `contracts/rules.yaml, ${id}: ${JSON.stringify(place)} stands in ${found ? others.length + 1 : 'none'} of the texts of openapi.yaml, not in one. Give the rule words that do.`,
  )
}

/** Groups of rules by what they have in common; each rule by its name, with its place and its sentence. */
type Groups = readonly Readonly<Record<string, Readonly<Record<string, Readonly<Record<string, string>>>>>>[]

/** In the order in which failures are reported. */
export const rules: readonly Rule[] =
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the tests look at every rule
  (parse(readFileSync(fileURLToPath(import.meta.resolve('#rules.yaml')), 'utf8')) as Groups).flatMap(
    (group) => Object.entries(group).flatMap(([common, rows]) => rulesOf(common, rows)),
  )

function rulesOf(common: string, rows: Groups[number][string]): Rule[] {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- see above
  const [origin, kind, needs] = common.split(', ') as [Origin, Rule['kind'], Rule['needs']]
  return Object.entries(rows).flatMap(([id, row]) =>
    Object.entries(row).map(([place, text]) => {
      const [, sentence = text, source] = /^(.+) \((RFC \d+, [\d.]+)\)$/.exec(text) ?? []
      const at = placeOf(place, id)
      const own = { id, sentence, origin, kind, needs, layer: layerOf(at, source) }
      return Object.assign(own, at, source === undefined ? {} : { source })
    }),
  )
}

/** A description is a sentence, wherever it stands. */
function layerOf({ pointer }: Pick<Rule, 'pointer'>, source: string | undefined): Layer {
  if (source !== undefined) return 'http'
  return pointer.endsWith('/description') ? 'profile' : 'document'
}

const byId = new Map(rules.map((rule) => [rule.id, rule]))

/** The rule with this name. Throws a `RangeError` if there is none. */
export function ruleById(id: string): Rule {
  const rule = byId.get(id)
  if (rule === undefined) throw new RangeError(`There is no rule ${JSON.stringify(id)}.`)
  return rule
}
