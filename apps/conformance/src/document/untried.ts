/** What a document keeps from being tried, since no value can be made, and from being checked, since a schema is none. */
import { ValuePointer } from '@sinclair/typebox/value'
import type { AnyContract, AnyOperation } from './model.ts'
import { ruleId } from './rules.ts'
import { type Direction, problemOf } from './schemas.ts'
import { rightBodies } from './values/bodies.ts'
import { concrete, schemaOf, syntaxOf } from './values/media-types.ts'
import { writeParameter } from './values/parameter-texts.ts'
import { rightOf, rightValues } from './values/right.ts'
import { demandsFor, shapesOf, type Demands } from './values/shape.ts'

/** What is not tried of the operation, in one sentence each. What the document shows as examples is, all the same. */
export function untriedIn(contract: AnyContract, operation: AnyOperation): readonly string[] {
  const { parameters, body } = operation
  const ofParameters = parameters.flatMap((parameter) => {
    const { name, in: where, schema, style, examples } = parameter
    const demands = demandsFor(contract, schema)
    const found = rightValues(demands, { examples })
    return found.length === 0 || found.some((value) => writeParameter(parameter, value) !== undefined)
      ? unmadeIn(demands)
      : [`No value of the ${where} parameter ${name} can be written in the style ${style}.`]
  })
  const ofBodies = (body?.contents ?? []).flatMap((content) => {
    const { mediaType } = content
    if (syntaxOf(concrete(mediaType)) === undefined) return [`No body in ${mediaType} is made.`]
    const unmade = unmadeIn(demandsFor(contract, schemaOf(content)))
    const isWritten = rightBodies(contract, { pointer: '', isRequired: true, contents: [content] }).length > 0
    return unmade.length > 0 || isWritten ? unmade : [`No right value can be written in ${mediaType}.`]
  })
  return [...new Set([...ofParameters, ...ofBodies])]
}

/** The innermost places of a schema that no value was found for. */
function unmadeIn(whole: Demands): readonly string[] {
  const seen = new Set<string>()
  const search = (demands: Demands): readonly string[] => {
    const { contract, key, pointers } = demands
    if (key === '' || seen.has(key)) return []
    seen.add(key)
    const within = shapesOf(demands)
      .flatMap((shape): readonly Demands[] => {
        const members = shape.members.map((member) => member.demands)
        const parts = shape.demands.pointers.map((pointer) => demandsFor(contract, pointer))
        return members.concat([shape.itemDemands(0)], parts)
      })
      .flatMap((inner) => search(inner))
    const isMade = [true, false].some((isSimple) => rightOf(demands, isSimple).length > 0)
    const isNothing = pointers.some((pointer) => ValuePointer.Get(contract.document, pointer) === false)
    return within.length > 0 || isMade || isNothing ? within : [`No value of #${pointers[0]} was found.`]
  }
  return search(whole)
}

/** The operation's rules that can't be checked in full, each with the reason in one sentence. */
export function unusableIn(
  contract: AnyContract,
  operation: AnyOperation,
): readonly (readonly [rule: string, reason: string])[] {
  const { parameters, body, responses } = operation
  const problems = (rule: string, all: readonly { readonly schema?: string }[], direction?: Direction) =>
    all.flatMap(({ schema }) => {
      const problem = schema === undefined ? undefined : problemOf(contract, schema, direction)
      return problem === undefined ? [] : [[rule, problem] as const]
    })
  const contents = responses.flatMap((response) => response.contents)
  const headers = responses.flatMap((response) => response.headers)
  return [
    ...parameters.flatMap((one) => problems(ruleId(operation, 'parameter', one.in, one.name), [one])),
    ...problems(ruleId(operation, 'request-body'), body?.contents ?? [], 'request'),
    ...problems(ruleId(operation, 'body'), contents, 'response'),
    ...problems(ruleId(operation, 'header'), headers, 'response'),
  ]
}
