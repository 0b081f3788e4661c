/** The table of errors in the text of a document: its rows are compared one by one. */
import { membersOf } from '../document/json.ts'
import { rootOf, type Spot, step } from '../document/spot.ts'
import { adds, asksOfImplementers, breaksBoth, breaksConsumers, type Change, isOnlyText } from './change.ts'
import type { Pair } from './members.ts'

interface Row {
  readonly error: string
  readonly status: string
  readonly message: string
  readonly sentWhen: string
}

const row = /^\| *(?<error>\d+) *\| *(?<status>\d+) *\| *(?<message>[^|]+?) *\| *(?<sentWhen>[^|]+?) *\|$/gm

/** The text without those rows, which are compared here. */
export const withoutErrors = (text: string): string => text.replaceAll(row, '')

/** The rows by error number. */
function rowsOf(spot: Spot): ReadonlyMap<string, Row> {
  const text = membersOf(spot.value)['description']
  const rows = typeof text === 'string' ? text.matchAll(row) : []
  return new Map(
    [...rows].map(({ groups = {} }): [string, Row] => {
      const { error = '', status = '', message = '', sentWhen = '' } = groups
      return [error, { error, status, message, sentWhen }]
    }),
  )
}

/** Compares the tables of both documents, if they have one. */
export function compareErrorTables({ before, now }: Pair): readonly Change[] {
  const [infoBefore, infoNow] = [before, now].map(({ document }) => step(rootOf(document), 'info'))
  if (infoBefore === undefined || infoNow === undefined) return []
  const [old, present] = [rowsOf(infoBefore), rowsOf(infoNow)]
  const spot = step(infoNow, 'description')
  return [...new Set([...old.keys(), ...present.keys()])].flatMap((error) =>
    compareRows(old.get(error), present.get(error), spot),
  )
}

function compareRows(before: Row | undefined, now: Row | undefined, spot: Spot): readonly Change[] {
  if (now === undefined) {
    const why = 'Consumers switch on the number.'
    return [breaksConsumers({ says: `Error ${before?.error} is gone.`, why, spot })]
  }
  if (before === undefined) {
    const why = 'A client that does not know a number goes by the status.'
    return [adds({ says: `Error ${now.error} is new.`, why, spot })]
  }
  return [
    ...compareStatus(before, now, spot),
    ...compareMessage(before, now, spot),
    ...compareCause(before, now, spot),
  ]
}

const compareStatus = (before: Row, now: Row, spot: Spot): readonly Change[] =>
  before.status === now.status
    ? []
    : [
        breaksBoth({
          says: `Error ${now.error} has the status ${now.status}, had ${before.status}.`,
          why: 'Consumers that go by the status take it for something else, and services send the old one.',
          spot,
        }),
      ]

const compareMessage = (before: Row, now: Row, spot: Spot): readonly Change[] =>
  before.message === now.message
    ? []
    : [
        asksOfImplementers({
          says: `Error ${now.error} has the message ${JSON.stringify(now.message)}, had ${JSON.stringify(before.message)}.`,
          why: 'Consumers go by the number; services send the old text.',
          spot,
        }),
      ]

const compareCause = (before: Row, now: Row, spot: Spot): readonly Change[] =>
  before.sentWhen === now.sentWhen
    ? []
    : [
        isOnlyText({
          says: `Error ${now.error} is sent when ${JSON.stringify(now.sentWhen)}, was sent when ${JSON.stringify(before.sentWhen)}.`,
          spot,
        }),
      ]
