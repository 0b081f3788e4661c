/** The comparison of the paths of two documents, and of their operations. */
import { type Spot, step } from '../document/spot.ts'
import { asksOfImplementers, breaksBoth, breaksConsumers, type Change } from './change.ts'
import {
  type Compare,
  compareAnnotation,
  compareMembers,
  compareNamed,
  followed,
  isSame,
  memberOf,
  type Named,
  namesIn,
  type Pair,
  spotOf,
} from './members.ts'
import { compareParameters, compareRequestBody } from './parameters.ts'
import { compareResponses } from './responses.ts'
import { compareSecurity } from './security.ts'
import { compareDeprecated, compareName, compareText } from './texts.ts'

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
      gone: (spot, name) => breaksConsumers(spot, `${name} is gone.`, 'Consumers call it today.'),
      come: (spot, name) => asksOfImplementers(spot, `${name} is new.`, "Services don't answer it today."),
      both: (operation) => [
        ...compareParameters(item, operation),
        ...compareSecurity(operation),
        ...compareMembers(operation, operationRules, ['parameters', 'security']),
      ],
    }),
    ...compareMembers(item, { summary: compareText, description: compareText, servers: compareServersOf }, [
      ...methods,
      'parameters',
    ]),
  ]
}

/** Compares the servers of a path or an operation, which replace those of the document. */
const compareServersOf: Compare = (pair) =>
  isSame(pair, false)
    ? compareAnnotation(pair)
    : [breaksBoth(spotOf(pair), 'It has other servers of its own.', 'Requests go elsewhere.')]

const operationRules: Readonly<Record<string, Compare>> = {
  operationId: compareName,
  tags: compareName,
  summary: compareText,
  description: compareText,
  externalDocs: compareAnnotation,
  deprecated: compareDeprecated,
  requestBody: compareRequestBody,
  responses: compareResponses,
  servers: compareServersOf,
}
