/** The comparison of two OpenAPI documents by what they mean. */
import { type Document, placeIn } from '../document/document.ts'
import { membersOf, textOf } from '../document/json.ts'
import { rootOf, type Spot, step } from '../document/spot.ts'
import { adds, breaksConsumers, type Change, isHarmless } from './change.ts'
import { compareErrorTables, withoutErrors } from './error-table.ts'
import { itemsIn } from './meaning.ts'
import {
  type Compare,
  compareAnnotation,
  compareMembers,
  compareNamed,
  memberOf,
  named,
  type Named,
  namesIn,
  spotOf,
  valuesAs,
} from './members.ts'
import { comparePaths } from './paths.ts'
import { compareSecuritySchemes } from './security.ts'
import { compareName, compareText } from './texts.ts'

/** Every change, once, in the order of the document. Throws a `UserError` for a reference that leads nowhere. */
export function compareDocuments(before: Document, now: Document): readonly Change[] {
  const pair = { before: rootOf(before), now: rootOf(now) }
  const changes = [...compareMembers(pair, documentRules), ...compareErrorTables(pair)]
  // A change in something that several operations refer to is reported once.
  return [...new Map(changes.map((change) => [keyOf(change), change])).values()]
}

const keyOf = ({ spot, says, why }: Change): string => `${placeIn(spot.document, spot.steps)} ${says} ${why}`

const compareVersionOfOpenApi: Compare = (pair) => {
  const [before, now] = valuesAs(pair, (value) => textOf(value))
  if (before === now) return []
  const says = `It is written in OpenAPI ${now}, was in ${before}.`
  const isSameMinor = before?.replace(/\.\d+$/, '') === now?.replace(/\.\d+$/, '')
  return isSameMinor
    ? [isHarmless(spotOf(pair), says, "The third number of OpenAPI's version changes no meaning.")]
    : [breaksConsumers(spotOf(pair), says, 'Tools that read it may not know that version.')]
}

const compareInfo: Compare = (pair) =>
  compareMembers(
    pair,
    {
      // Some generators name the package after it.
      title: compareName,
      summary: compareText,
      contact: compareAnnotation,
      termsOfService: compareAnnotation,
      description: (text) => compareText(text, withoutErrors),
    },
    // The version is what the changes are checked against.
    ['version'],
  )

const serversIn = (servers: Spot): Named =>
  new Map(itemsIn(servers).map((server) => [textOf(membersOf(server.value)['url']), server]))

const compareServers: Compare = ({ before, now }) =>
  compareNamed(serversIn(before), serversIn(now), {
    gone: (spot, url) => breaksConsumers(spot, `The server ${url} is gone.`, 'Consumers call it today.'),
    come: (spot, url) => adds(spot, `The server ${url} is new.`, 'Consumers may call it, but need not.'),
    both: (pair) =>
      compareMembers(
        pair,
        {
          description: compareText,
          variables: (variables) =>
            namesIn(variables).flatMap((name) =>
              compareMembers(memberOf(variables, name), { description: compareText }),
            ),
        },
        ['url'],
      ),
  })

/** Components are compared where they are used; here only their names count. */
const compareComponents: Compare = (pair) => [
  ...compareSecuritySchemes(memberOf(pair, 'securitySchemes')),
  ...namesIn(pair).flatMap((kind) => {
    const { before, now } = memberOf(pair, kind)
    return [...named(before)]
      .filter(([name]) => step(now, name).value === undefined)
      .map(([name, spot]) => {
        const why = 'The name appears in code generated from the contract.'
        return breaksConsumers(spot, `${kind}/${name} is gone.`, why)
      })
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
