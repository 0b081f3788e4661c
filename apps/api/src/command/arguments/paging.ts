/** Shows long lists a page at a time. */
import type { ListRange } from '@plant-store/store'
import { type Command, Option } from 'commander'
import { type CommandContext, openOutput, toJson } from '../terminal/output.ts'
import type { Column } from '../terminal/table.ts'
import { parseCount, parseId } from './parse.ts'

/** What the options of `addPaging` hold once parsed. */
export interface PagingOptions {
  readonly limit?: number
  readonly after?: number
}

/** Adds `--limit` and `--after`. */
export function addPaging(command: Command): Command {
  return command
    .addOption(
      new Option('--limit <count>', 'show at most this many, and how to continue').argParser(parseCount),
    )
    .addOption(new Option('--after <id>', 'only what comes after this id').argParser(parseId))
}

/** How a list is read and shown. */
export interface Listing<Row> {
  readonly read: (range: ListRange) => AsyncIterable<Row>
  readonly columns: readonly Column<Row>[]
  /** The message when there are no rows. */
  readonly none: string
  /** The value of `--after` that continues after a row; by default its `id`. A row without one does not count. */
  readonly idOf?: (row: Row) => number | undefined
}

/**
 * Shows the page that the options ask for. If there is more, standard error says how to go on: as a sentence, or with
 * `--json` as `{"next":{"after":…}}`.
 */
export async function showPage<Row extends object>(
  context: CommandContext,
  { limit, after }: PagingOptions,
  { read, columns, none, idOf = readId }: Listing<Row>,
): Promise<void> {
  let next: number | undefined
  async function* page(): AsyncGenerator<Row> {
    let last: number | undefined
    let left = limit ?? Infinity
    // One row more than is shown tells whether there are more.
    for await (const row of read({ after, limit: limit === undefined ? undefined : limit + 1 })) {
      const id = idOf(row)
      if (id !== undefined && left === 0) {
        next = last
        return
      }
      yield row
      last = id ?? last
      if (id !== undefined) left -= 1
    }
  }
  await openOutput(context).list(page(), columns, none)
  if (next === undefined) return
  const line = context.json ? toJson({ next: { after: next } }) : `There is more: go on with --after ${next}`
  context.stderr.write(`${line}\n`)
}

function readId(row: object): number | undefined {
  return 'id' in row && typeof row.id === 'number' ? row.id : undefined
}
