/** The comparison of two OpenAPI documents by what they mean. */
import { type Document, placeIn } from '../document/document.ts'
import { membersOf, show } from '../document/json.ts'
import { rootOf, type Spot } from '../document/spot.ts'
import {
  adds,
  asksOfImplementers,
  breaksBoth,
  breaksConsumers,
  type Change,
  isOnlyText,
  type Rate,
} from './change.ts'
import {
  type Compare,
  compareAnnotation,
  compareMembers,
  compareName,
  compareNamed,
  compareText,
  memberOf,
  type Named,
  valuesAs,
} from './members.ts'
import { comparePaths } from './operations.ts'

/** Every change, once, in the order of the document. Throws a `UserError` for a reference that leads nowhere. */
export function compareDocuments(before: Document, now: Document): readonly Change[] {
  const changes = compareMembers({ before: rootOf(before), now: rootOf(now) }, documentRules)
  // A change in something that several operations refer to is reported once.
  return [...new Map(changes.map((change) => [keyOf(change), change])).values()]
}

const keyOf = ({ spot, says, breaks }: Change): string =>
  `${placeIn(spot.document, spot.steps)} ${says} ${breaks.join()}`

const compareInfo: Compare = (pair) =>
  compareMembers(
    pair,
    {
      // Some generators name the package after it.
      title: compareName,
      summary: compareText,
      contact: compareAnnotation,
      termsOfService: compareAnnotation,
      description: ({ before, now }) => [
        ...compareText({ before: withoutErrors(before), now: withoutErrors(now) }),
        ...compareErrors({ before, now }),
      ],
    },
    // The version is what the changes are checked against.
    ['version'],
  )

const documentRules: Readonly<Record<string, Compare>> = {
  info: compareInfo,
  tags: compareAnnotation,
  externalDocs: compareAnnotation,
  // Compared in each operation, which may have its own.
  security: () => [],
  paths: comparePaths,
  // Compared where they are used, but for schemes of security, which are named only.
  components: (pair) => compareMembers(memberOf(pair, 'securitySchemes'), {}),
}

/** A row of the table of errors in the description. */
const row = /^\| *(?<error>\d+) *\| *(?<status>\d+) *\| *(?<message>[^|]+?) *\| *(?<sentWhen>[^|]+?) *\|$/gm

const withoutErrors = (text: Spot): Spot =>
  typeof text.value === 'string' ? { ...text, value: text.value.replaceAll(row, '') } : text

/** The rows of the table by the number of the error, each with the place of the whole text. */
const errorsIn = (text: Spot): Named =>
  new Map(
    (typeof text.value === 'string' ? [...text.value.matchAll(row)] : []).map(({ groups = {} }) => [
      groups['error'] ?? '',
      { ...text, value: { ...groups } },
    ]),
  )

const columns: Readonly<Record<string, Rate>> = {
  status: breaksBoth,
  message: asksOfImplementers,
  sentWhen: isOnlyText,
}

/** A client switches on the number; one that does not know it goes by the status. */
const compareErrors: Compare = ({ before, now }) =>
  compareNamed(errorsIn(before), errorsIn(now), {
    gone: (_, error) => breaksConsumers(now, `Error ${error} is gone.`),
    come: (spot, error) => adds(spot, `Error ${error} is new.`),
    both: (pair, error) => {
      const [was, is] = valuesAs(pair, membersOf)
      return Object.entries(columns)
        .filter(([column]) => was[column] !== is[column])
        .map(([column, rate]) =>
          rate(now, `Error ${error}: ${column} is ${show(is[column])}, was ${show(was[column])}.`),
        )
    },
  })
