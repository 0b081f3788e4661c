/** The options that ask for a part of a long list. */
import { type Command, InvalidArgumentError, Option } from 'commander'
import type { Output } from '../terminal/output.ts'
import type { Column } from '../terminal/table.ts'
import { parseId } from './parse-name.ts'

/** What the options of `addListRange` hold once parsed. */
export interface ListRangeOptions {
  readonly limit?: number
  readonly after?: number
}

/** Adds `--limit` and `--after`; `what` has the ids. */
export function addListRange(command: Command, what: string): Command {
  return command
    .addOption(new Option('--limit <count>', 'at most so many lines').argParser(parseLimit))
    .addOption(new Option('--after <id>', `begin after the ${what} with this id`).argParser(parseId))
}

function parseLimit(text: string): number {
  const limit = Number(text)
  if (/^[1-9]\d*$/.test(text) && Number.isSafeInteger(limit)) return limit
  throw new InvalidArgumentError('Write a whole number above 0.')
}

/** A list with what a person sees of it. */
export interface List<Row> {
  readonly rows: AsyncIterable<Row>
  readonly columns: readonly Column<Row>[]
  /** Said when there is nothing to list. */
  readonly none: string
  /** What `--after` takes to go on behind the row; undefined of one that does not count. */
  readonly idOf: (row: Row) => number | undefined
}

/** Lists up to `limit` rows that count. Where there are more, a note says how to go on; in JSON each line has the id. */
export async function listPart<Row>(
  output: Output,
  { rows, columns, none, idOf }: List<Row>,
  { limit = Number.POSITIVE_INFINITY }: ListRangeOptions,
): Promise<void> {
  let last: number | undefined
  let hasMore = false
  async function* part(): AsyncGenerator<Row> {
    let count = 0
    for await (const row of rows) {
      const id = idOf(row)
      hasMore = id !== undefined && count === limit
      if (hasMore) return
      if (id !== undefined) count += 1
      last = id ?? last
      yield row
    }
  }
  await output.list(part(), columns, none)
  if (hasMore) await output.note(`There are more; go on with --after ${last}.`)
}
