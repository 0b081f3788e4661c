/** The rules of our own contract: contracts/rules.yaml, each with its place in openapi.yaml. */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parse } from 'yaml'
import { ValuePointer } from '@sinclair/typebox/value'
import { objectAt, pointerTo } from '../src/contract/pointers.ts'
import { placeOf } from '../src/document/lines.ts'
import type { Layer, Origin, Rule } from '../src/rules/rules.ts'
import { ownContract } from './contract.ts'

/** A rule with the words of the document that say so, where its pointer leads to a long text. */
export type OwnRule = Rule & { readonly words?: string }

/** Every text of the contract but the list of given words, by its pointer. */
const texts: readonly (readonly [pointer: string, text: string])[] = textsOf(ownContract.document, '')

function textsOf(value: unknown, pointer: string): [string, string][] {
  if (typeof value === 'string') return [[pointer, value]]
  return typeof value !== 'object' || value === null || pointer === '/x-given'
    ? []
    : Object.entries(value).flatMap(([name, member]) => textsOf(member, pointer + pointerTo(name)))
}

/** Throws a `RangeError` unless the words stand in one text of the document. */
function findPlace(place: string, id: string): Pick<OwnRule, 'pointer' | 'words'> {
  if (place.startsWith('/')) return { pointer: place }
  const [found, ...others] = texts.filter(([, text]) => text.includes(place))
  if (found !== undefined && others.length === 0) return { pointer: found[0], words: place }
  throw new RangeError(
    `contracts/rules.yaml, ${id}: ${JSON.stringify(place)} stands in ${found ? others.length + 1 : 'none'} of the texts of openapi.yaml, not in one. Give the rule words that do.`,
  )
}

const lines = ownContract.text.split('\n')

/** The line of the words, which may continue on the next one. */
function lineOf({ pointer, words = '' }: Pick<OwnRule, 'pointer' | 'words'>): number {
  const { line } = placeOf(ownContract, { pointer })
  const pattern = words.split(/\s+/).map((word) => RegExp.escape(word))
  const before = lines
    .slice(line - 1)
    .join('\n')
    .split(new RegExp(pattern.join(String.raw`\s+`)), 1)
    .join()
  return words === '' ? line : line + before.split('\n').length - 1
}

/** The title of the part that a line is in: an operation, a parameter, a section of the text; HTTP for no place. */
function partOf(pointer: string, line: number): string {
  const [kind = 'HTTP', first = '', inner = ''] = ValuePointer.Format(pointer)
  if (kind === 'paths') return `${inner.toUpperCase()} ${first}`
  if (kind === 'components')
    return (
      titles[first] ??
      `Parameter ${String(objectAt(ownContract.document, `/components/${first}/${inner}`)['name'])}`
    )
  if (kind !== 'info') return titles[kind] ?? kind
  const { line: from } = placeOf(ownContract, { pointer: '/info/description' })
  const title = lines.slice(from - 1, line).findLast((one) => /^ *## /.test(one))
  return title?.replace(/^ *## /, '') ?? 'In general'
}

/** Titles for the kinds of components; places of the document outside all components belong to one of them. */
const titles: Readonly<Record<string, string>> = {
  headers: 'Headers of responses',
  responses: 'Responses',
  schemas: 'Schemas',
  security: 'Tokens',
  securitySchemes: 'Tokens',
}

/** Groups of rules by what they have in common; each rule by its name, with its place and its sentence. */
type Groups = readonly Readonly<Record<string, Readonly<Record<string, Readonly<Record<string, string>>>>>>[]

/** In the order in which failures are reported. */
export const rules: readonly OwnRule[] =
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the tests look at every rule
  (parse(readFileSync(fileURLToPath(import.meta.resolve('#rules.yaml')), 'utf8')) as Groups).flatMap(
    (group) => Object.entries(group).flatMap(([common, rows]) => rulesOf(common, rows)),
  )

function rulesOf(common: string, rows: Groups[number][string]): OwnRule[] {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- see above
  const [origin, kind, needs] = common.split(', ') as [Origin, Rule['kind'], Rule['needs']]
  return Object.entries(rows).flatMap(([id, row]) =>
    Object.entries(row).map(([place, text]) => {
      const [, sentence = text, source] = /^(.+) \((RFC \d+, [\d.]+)\)$/.exec(text) ?? []
      const at = findPlace(place, id)
      const line = lineOf(at)
      const part = partOf(at.pointer, line)
      const own = { id, sentence, origin, kind, needs, layer: layerOf(at, source), line, part }
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
export function ruleById(id: string): OwnRule {
  const rule = byId.get(id)
  if (rule === undefined) throw new RangeError(`There is no rule ${JSON.stringify(id)}.`)
  return rule
}
