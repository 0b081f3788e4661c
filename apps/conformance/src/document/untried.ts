/** Which values of parameters and bodies are not tried, since none can be made. */
import { ValuePointer } from '@sinclair/typebox/value'
import { membersOf, pointerIn } from '../contract/pointers.ts'
import type { AnyContract, AnyOperation } from './model.ts'
import { rightBodies } from './values/bodies.ts'
import { concrete, schemaOf, syntaxOf } from './values/media-types.ts'
import { rightValues, sourceOf } from './values/right.ts'
import { type Demands, itemDemands, keywordsOf, listOf, namedMembers, shapesOf } from './values/shape.ts'
import { writeParameter } from './values/write-parameter.ts'

/** What is not tried of the operation, in one sentence each. What the document shows as examples is, all the same. */
export function untriedIn(contract: AnyContract, operation: AnyOperation, seed: number): readonly string[] {
  const { parameters, body } = operation
  const ofParameters = parameters.flatMap((parameter) => {
    const { name, in: where, schema, style, examples } = parameter
    const found = rightValues(contract, schema, { seed, examples })
    return found.length === 0 || found.some((value) => writeParameter(parameter, value) !== undefined)
      ? unmadeIn(contract, [schema], seed)
      : [`No value of the ${where} parameter ${name} can be written in the style ${style}.`]
  })
  const ofBodies = (body?.contents ?? []).flatMap((content) => {
    const { mediaType } = content
    if (syntaxOf(concrete(mediaType)) === undefined) return [`No body in ${mediaType} is made.`]
    const unmade = unmadeIn(contract, [schemaOf(content)], seed)
    const isWritten =
      rightBodies(contract, { pointer: '', isRequired: true, contents: [content] }, { seed }).length > 0
    return unmade.length > 0 || isWritten ? unmade : [`No right value can be written in ${mediaType}.`]
  })
  return [...new Set([...ofParameters, ...ofBodies])]
}

/** The innermost places of a schema, and of its alternatives, that no value was found for. */
function unmadeIn(contract: AnyContract, whole: Demands, seed: number): readonly string[] {
  const source = sourceOf(contract, seed)
  const seen = new Set<string>()
  const isUnmade = (demands: Demands): boolean =>
    source.simplest(demands).length === 0 &&
    source.right(demands).length === 0 &&
    !demands.some((pointer) => ValuePointer.Get(contract.document, pointer) === false)
  const search = (demands: Demands): readonly string[] => {
    if (demands.length === 0 || seen.has(demands.join(' '))) return []
    seen.add(demands.join(' '))
    const shapes = shapesOf(contract, demands)
    const within = shapes
      .flatMap((shape) => [
        ...namedMembers(contract, shape).map((member) => member.demands),
        itemDemands(shape, 0),
      ])
      .flatMap((inner) => search(inner))
    const alternatives = ['anyOf', 'oneOf'].flatMap((name) =>
      shapes.flatMap((shape) =>
        keywordsOf(shape, name).flatMap(([pointer, all]) => listOf(all).map((_, at) => `${pointer}/${at}`)),
      ),
    )
    const found = [
      ...within,
      ...alternatives.filter((one) => isUnmade([...demands, one])).map((one) => tell(contract, one)),
    ]
    return found.length === 0 && isUnmade(demands) ? [tell(contract, demands[0] ?? '')] : found
  }
  return search(whole)
}

/** Annotations. */
const noReason = /^(?:title|description|deprecated|examples?|default|x-.*)$/

function tell(contract: AnyContract, pointer: string): string {
  const members = membersOf(ValuePointer.Get(contract.document, pointer))
  const [, target] = members.find(([name]) => name === '$ref') ?? []
  if (typeof target === 'string') return tell(contract, pointerIn(target))
  const keywords = members.map(([name]) => name)
  const reasons = keywords.filter((name) => !noReason.test(name))
  return `No value of #${pointer} was found${reasons.length === 0 ? '' : ` (${reasons.join(', ')})`}.`
}
