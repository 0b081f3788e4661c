/** The rules of our own contract: contracts/rules.yaml, each with its place in openapi.yaml. */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parse } from 'yaml'
import { pointerTo } from '../src/contract/pointers.ts'
import type { Layer, Origin, Rule } from '../src/rules/rules.ts'
import { readContract } from './contract.ts'

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
