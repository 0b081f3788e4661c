/** The comparison of operations: what consumers send, and what services send. */
import { membersOf, textOf } from '../document/json.ts'
import { follow, rootOf, type Spot, step } from '../document/spot.ts'
import { adds, asksOfImplementers, breaksConsumers, type Change } from './change.ts'
import { compareRequired, type Direction } from './effect.ts'
import {
  type Compare,
  compareAnnotation,
  compareDeprecated,
  compareMembers,
  compareName,
  compareNamed,
  compareText,
  followed,
  itemsIn,
  memberOf,
  named,
  type Named,
  namesIn,
  type Pair,
  unknownMember,
} from './members.ts'
import { compareSchema } from './schema.ts'

const methods = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace']

/** Compares all operations, by path and method. */
export const comparePaths: Compare = (pair) =>
  namesIn(pair).flatMap((path) => comparePath(followed(memberOf(pair, path)), path))

function comparePath(item: Pair, path: string): readonly Change[] {
  const operationsIn = (side: Spot): Named =>
    new Map(
      methods
        .map((method) => [`${method.toUpperCase()} ${path}`, step(side, method)] as const)
        .filter(([, { value }]) => value !== undefined),
    )
  return [
    ...compareNamed(operationsIn(item.before), operationsIn(item.now), {
      gone: (spot, name) => breaksConsumers(spot, `${name} is gone.`),
      come: (spot, name) => asksOfImplementers(spot, `${name} is new.`),
      both: (operation) => [
        ...compareParameters(item, operation),
        ...unknownMember(
          { before: securityOf(operation.before), now: securityOf(operation.now) },
          'security',
        ),
        ...compareMembers(operation, operationRules, ['parameters', 'security']),
      ],
    }),
    ...compareMembers(item, { summary: compareText, description: compareText }, [...methods, 'parameters']),
  ]
}

/** An operation's own requirements, or else the document's. */
function securityOf(operation: Spot): Spot {
  const own = step(operation, 'security')
  return own.value === undefined ? step(rootOf(operation.document), 'security') : own
}

/** Compares the parameters of an operation, including those of its path. */
const compareParameters = (path: Pair, operation: Pair): readonly Change[] =>
  compareNamed(parametersOf(path.before, operation.before), parametersOf(path.now, operation.now), {
    gone: (spot, name) => breaksConsumers(spot, `The ${name} is gone.`),
    come: (spot, name) => newInput(spot, `The ${name} is new`),
    both: (pair) => compareField(pair, 'request'),
  })

/** Parameters by place and name, such as `query parameter limit`. The operation's replace those of the path. */
const parametersOf = (path: Spot, operation: Spot): Named =>
  new Map(
    [path, operation]
      .flatMap((spot) => itemsIn(step(spot, 'parameters')).map((one) => follow(one)))
      .map((spot) => {
        const { in: place, name } = membersOf(spot.value)
        const called = place === 'header' ? textOf(name).toLowerCase() : textOf(name)
        return [`${textOf(place)} parameter ${called}`, spot] as const
      }),
  )

/** Compares two parameters of the same place and name, or two headers of the same name. */
const compareField = (pair: Pair, direction: Direction): readonly Change[] =>
  compareMembers(
    followed(pair),
    {
      description: compareText,
      example: compareAnnotation,
      examples: compareAnnotation,
      deprecated: compareDeprecated,
      required: compareRequired(direction),
      schema: (schema) => compareSchema(schema, direction),
    },
    ['name', 'in'],
  )

const isRequired = (spot: Spot): boolean => membersOf(follow(spot).value)['required'] === true

const newInput = (spot: Spot, says: string): Change =>
  isRequired(spot) ? breaksConsumers(spot, `${says} and required.`) : adds(spot, `${says}.`)

/** Compares the body that consumers send. */
const compareRequestBody: Compare = (pair) => {
  if (pair.now.value === undefined) {
    return [breaksConsumers(pair.before, 'The body is gone.')]
  }
  if (pair.before.value === undefined) return [newInput(pair.now, 'A body is new')]
  return compareMembers(followed(pair), {
    description: compareText,
    required: compareRequired('request'),
    content: (content) => compareContent(content, 'request'),
  })
}

/** `Application/JSON; charset=utf-8` is `application/json;charset=utf-8`. */
const mediaType = (name: string): string => name.toLowerCase().replaceAll(' ', '')

/** Compares the media types of a body, and the schema of each. */
const compareContent = (pair: Pair, direction: Direction): readonly Change[] =>
  compareNamed(named(pair.before, mediaType), named(pair.now, mediaType), {
    gone: (spot, type) => breaksConsumers(spot, `The type ${type} is gone.`),
    come: (spot, type) =>
      direction === 'request'
        ? adds(spot, `The type ${type} is new.`)
        : breaksConsumers(spot, `The type ${type} is new.`),
    both: (media) =>
      compareMembers(media, {
        schema: (schema) => compareSchema(schema, direction),
        example: compareAnnotation,
        examples: compareAnnotation,
      }),
  })

const isFailure = (status: string): boolean => /^[45]/.test(status)

/**
 * Compares the responses of an operation by their statuses. A client treats a status that it does not know as the first of
 * its class (RFC 9110, 15).
 */
const compareResponses: Compare = ({ before, now }) =>
  compareNamed(named(before), named(now), {
    gone: (spot, status) =>
      (isFailure(status) ? asksOfImplementers : breaksConsumers)(spot, `The status ${status} is gone.`),
    come: (spot, status) =>
      (isFailure(status) ? adds : breaksConsumers)(spot, `The status ${status} is new.`),
    both: (pair) =>
      compareMembers(followed(pair), {
        description: compareText,
        headers: compareHeaders,
        content: (content) => compareContent(content, 'response'),
      }),
  })

const lower = (name: string): string => name.toLowerCase()

/** Compares header fields, whose names are case-insensitive. A new one is a promise if it is required. */
const compareHeaders: Compare = ({ before, now }) => {
  return compareNamed(named(before, lower), named(now, lower), {
    gone: (spot, name) => breaksConsumers(spot, `The header ${name} is gone.`),
    come: (spot, name) =>
      isRequired(spot)
        ? asksOfImplementers(spot, `The header ${name} is new and always there.`)
        : adds(spot, `The header ${name} is new.`),
    both: (pair) => compareField(pair, 'response'),
  })
}

const operationRules: Readonly<Record<string, Compare>> = {
  operationId: compareName,
  tags: compareName,
  summary: compareText,
  description: compareText,
  externalDocs: compareAnnotation,
  deprecated: compareDeprecated,
  requestBody: compareRequestBody,
  responses: compareResponses,
}
