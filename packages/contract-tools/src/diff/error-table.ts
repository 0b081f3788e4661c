/** The table of errors in the text of a document: its rows are compared one by one. */
import { textOf } from '../document/json.ts'
import { type Spot, step, withMembers } from '../document/spot.ts'
import {
  adds,
  asksOfImplementers,
  breaksBoth,
  breaksConsumers,
  type Change,
  isOnlyText,
  type Rate,
} from './change.ts'
import { compareMembers, compareNamed, type Compare, type Named, type Pair, valuesAs } from './members.ts'

const row = /^\| *(?<error>\d+) *\| *(?<status>\d+) *\| *(?<message>[^|]+?) *\| *(?<sentWhen>[^|]+?) *\|$/gm

/** The text without those rows, which are compared here. */
export const withoutErrors = (text: string): string => text.replaceAll(row, '')

/** The rows by error number, each as an object with a member for each column. */
function rowsOf(root: Spot): Named {
  const spot = step(step(root, 'info'), 'description')
  const rows = typeof spot.value === 'string' ? [...spot.value.matchAll(row)] : []
  return new Map(
    rows.map(({ groups = {} }) => {
      const { error = '', ...columns } = groups
      const cells = Object.entries(columns).map(([name, value]) => [name, { ...spot, value }] as const)
      return [error, withMembers(spot, Object.fromEntries(cells))]
    }),
  )
}

/** Compares the tables of both documents, if they have one. */
export const compareErrorTables = ({ before, now }: Pair): readonly Change[] =>
  compareNamed(rowsOf(before), rowsOf(now), {
    gone: (_, error) =>
      breaksConsumers(
        step(step(now, 'info'), 'description'),
        `Error ${error} is gone.`,
        'Consumers switch on the number.',
      ),
    come: (spot, error) =>
      adds(spot, `Error ${error} is new.`, 'A client that does not know a number goes by the status.'),
    both: (pair, error) =>
      compareMembers(pair, {
        status: ifOther(
          (status, old) => `Error ${error} has the status ${status}, had ${old}.`,
          breaksBoth,
          'Consumers that go by the status take it for something else, and services send the old one.',
        ),
        message: ifOther(
          (text, old) => `Error ${error} has the message "${text}", had "${old}".`,
          asksOfImplementers,
          'Consumers go by the number; services send the old text.',
        ),
        sentWhen: ifOther(
          (text, old) => `Error ${error} is sent when "${text}", was sent when "${old}".`,
          isOnlyText,
        ),
      }),
  })

const ifOther =
  (say: (now: string, before: string) => string, rate: Rate, why = ''): Compare =>
  (pair) => {
    const [before, now] = valuesAs(pair, textOf)
    return before === now ? [] : [rate(pair.now, say(now, before), why)]
  }
