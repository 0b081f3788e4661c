/** The comparison of the paths of two documents, and of their operations. */
import { adds, breaksBoth, breaksConsumers, type Change } from './change.ts'
import { type Compare, compareMembers, followed, memberOf, namesIn, type Pair, spotOf } from './members.ts'
import { compareParameters, compareRequestBody } from './parameters.ts'
import { compareResponses } from './responses.ts'
import { compareDeprecated } from './schema.ts'
import { compareSecurity } from './security.ts'
import { compareAnnotation, compareName, compareText } from './texts.ts'

const methods = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace']

/** Compares all operations, by path and method. */
export const comparePaths: Compare = (pair) =>
  namesIn(pair).flatMap((path) => comparePath(followed(memberOf(pair, path)), path))

function comparePath(item: Pair, path: string): readonly Change[] {
  const elsewhere = methods.concat('parameters', 'servers')
  return [
    ...methods.flatMap((method) => compareMethod(item, method, `${method.toUpperCase()} ${path}`)),
    ...compareMembers(item, { summary: compareText, description: compareText }, elsewhere),
    ...compareServersOf(item),
  ]
}

/** Compares the servers of a path or an operation, which replace those of the document. */
const compareServersOf: Compare = (pair) => {
  const servers = memberOf(pair, 'servers')
  if (JSON.stringify(servers.before.value) === JSON.stringify(servers.now.value)) return []
  return [
    breaksBoth({
      says: 'It has other servers of its own.',
      why: 'Requests go elsewhere.',
      spot: spotOf(servers),
    }),
  ]
}

function compareMethod(item: Pair, method: string, name: string): readonly Change[] {
  const pair = memberOf(item, method)
  const spot = spotOf(pair)
  if (pair.before.value === undefined && pair.now.value === undefined) return []
  if (pair.now.value === undefined) {
    return [breaksConsumers({ says: `${name} is gone.`, why: 'Consumers call it today.', spot })]
  }
  if (pair.before.value === undefined) {
    return [
      {
        ...adds({ says: `${name} is new.`, why: "Services don't answer it today.", spot }),
        breaks: ['implementers'],
      },
    ]
  }
  return [
    ...compareParameters(item, pair),
    ...compareRequestBody(pair),
    ...compareSecurity(pair),
    ...compareServersOf(pair),
    ...compareMembers(pair, operationRules, ['parameters', 'requestBody', 'security', 'servers']),
  ]
}

const operationRules: Readonly<Record<string, Compare>> = {
  operationId: compareName,
  tags: compareName,
  summary: compareText,
  description: compareText,
  externalDocs: compareAnnotation,
  deprecated: compareDeprecated,
  responses: compareResponses,
}
