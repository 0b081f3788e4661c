/** The comparison of two OpenAPI documents. */
import { type Document, placeIn } from '../document/document.ts'
import { itemsOf, membersOf, textOf } from '../document/json.ts'
import { rootOf, type Spot, step } from '../document/spot.ts'
import { adds, breaksConsumers, type Change, isHarmless } from './change.ts'
import { compareErrorTables, withoutErrors } from './error-table.ts'
import { type Compare, compareMembers, type Found, memberOf, namesIn, spotOf } from './members.ts'
import { comparePaths } from './paths.ts'
import { compareSecuritySchemes } from './security.ts'
import { compareAnnotation, compareName, compareText } from './texts.ts'

/** Every change, once, in the order of the document. Throws a `UserError` for a reference that leads nowhere. */
export function compareDocuments(before: Document, now: Document): readonly Change[] {
  const pair = { before: rootOf(before), now: rootOf(now) }
  const changes = [...compareMembers(pair, documentRules), ...compareErrorTables(pair)]
  // A change in something that several operations refer to is reported once.
  return [...new Map(changes.map((change) => [keyOf(change), change])).values()]
}

const keyOf = ({ spot, says, why }: Change): string => `${placeIn(spot.document, spot.steps)} ${says} ${why}`

const compareVersionOfOpenApi: Compare = (pair) => {
  const [before, now] = [pair.before.value, pair.now.value].map((value) => textOf(value))
  if (before === now) return []
  const told = { says: `It is written in OpenAPI ${now}, was in ${before}.`, spot: spotOf(pair) }
  const isSameMinor = before?.replace(/\.\d+$/, '') === now?.replace(/\.\d+$/, '')
  return isSameMinor
    ? [isHarmless({ ...told, why: "The third number of OpenAPI's version changes no meaning." })]
    : [breaksConsumers({ ...told, why: 'Tools that read it may not know that version.' })]
}

const compareInfo: Compare = (pair) =>
  compareMembers(
    pair,
    {
      // Some generators name the package after it.
      title: compareName,
      summary: compareText,
      contact: compareAnnotation,
      description: (text) => compareText(text, withoutErrors),
    },
    // The version is what the changes are checked against.
    ['version'],
  )

const compareServers: Compare = (pair) => {
  const [before, now] = [serversIn(pair.before), serversIn(pair.now)]
  return [...new Set([...before.keys(), ...now.keys()])].flatMap((url) =>
    compareServer({ before: before.get(url), now: now.get(url) }, url),
  )
}

/** By URL: the order of servers does not matter. */
const serversIn = (spot: Spot): ReadonlyMap<string, Spot> =>
  new Map(
    itemsOf(spot.value).map((server, index) => [textOf(membersOf(server)['url']), step(spot, String(index))]),
  )

function compareServer({ before, now }: Found, url: string): readonly Change[] {
  if (before !== undefined && now !== undefined) {
    return compareMembers({ before, now }, { description: compareText, variables: compareVariables })
  }
  if (before !== undefined) {
    return [
      breaksConsumers({ says: `The server ${url} is gone.`, why: 'Consumers call it today.', spot: before }),
    ]
  }
  const why = 'Consumers may call it, but need not.'
  return now === undefined ? [] : [adds({ says: `The server ${url} is new.`, why, spot: now })]
}

const compareVariables: Compare = (pair) =>
  namesIn(pair).flatMap((name) => compareMembers(memberOf(pair, name), { description: compareText }))

/** Components are compared where they are used; here only their names count. */
const compareComponents: Compare = (pair) => [
  ...compareSecuritySchemes(memberOf(pair, 'securitySchemes')),
  ...namesIn(pair).flatMap((kind) => {
    const components = memberOf(pair, kind)
    return namesIn(components)
      .map((name) => ({ name, component: memberOf(components, name) }))
      .filter(({ component }) => component.now.value === undefined)
      .map(({ name, component }) =>
        breaksConsumers({
          says: `${kind}/${name} is gone.`,
          why: 'The name appears in code generated from the contract.',
          spot: component.before,
        }),
      )
  }),
]

const documentRules: Readonly<Record<string, Compare>> = {
  openapi: compareVersionOfOpenApi,
  info: compareInfo,
  tags: compareAnnotation,
  externalDocs: compareAnnotation,
  servers: compareServers,
  // Compared in each operation, which may have its own.
  security: () => [],
  paths: comparePaths,
  components: compareComponents,
}
