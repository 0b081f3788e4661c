/** The comparison of two OpenAPI documents by what they mean. */
import { type Document, placeIn } from '../document/document.ts'
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
  compareText,
  memberOf,
  type Pair,
} from './members.ts'
import { comparePaths } from './operations.ts'

/** Every change, once, in the order of the document. Throws a `UserError` for a reference that leads nowhere. */
export function compareDocuments(before: Document, now: Document): readonly Change[] {
  const changes = compareMembers({ before: rootOf(before), now: rootOf(now) }, documentRules)
  // A change in something that several operations refer to is reported once.
  return [...new Map(changes.map((change) => [keyOf(change), change])).values()]
}

const keyOf = ({ spot, says, why }: Change): string => `${placeIn(spot.document, spot.steps)} ${says} ${why}`

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

type Errors = ReadonlyMap<string, Readonly<Record<string, string>>>

const errorsIn = ({ value }: Spot): Errors =>
  new Map(
    (typeof value === 'string' ? [...value.matchAll(row)] : []).map(({ groups = {} }) => [
      groups['error'] ?? '',
      groups,
    ]),
  )

const columns: Readonly<Record<string, Rate>> = {
  status: breaksBoth,
  message: asksOfImplementers,
  sentWhen: isOnlyText,
}

/** Compares the rows of both tables by the error number. */
function compareErrors({ before, now }: Pair): readonly Change[] {
  const [old, present] = [errorsIn(before), errorsIn(now)]
  return [...new Set([...old.keys(), ...present.keys()])].flatMap((error) => {
    const [was, is] = [old.get(error), present.get(error)]
    if (is === undefined)
      return [breaksConsumers(now, `Error ${error} is gone.`, 'Consumers switch on the number.')]
    if (was === undefined)
      return [adds(now, `Error ${error} is new.`, 'A client that does not know a number goes by the status.')]
    return Object.entries(columns)
      .filter(([column]) => was[column] !== is[column])
      .map(([column, rate]) =>
        rate(
          now,
          `Error ${error}: ${column} is "${is[column]}", was "${was[column]}".`,
          'Consumers go by number and status; services send the old ones.',
        ),
      )
  })
}
