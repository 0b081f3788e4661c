/** The command's two voices: results on stdout, everything else on stderr; for people, or as JSON. */
import type { Writable } from 'node:stream'
import type { Surroundings } from '../surroundings.ts'
import { inBatches } from './in-batches.ts'
import { type Column, printTable } from './print-table.ts'
import { writeText } from './write-text.ts'

export interface Output {
  readonly json: boolean
  /** The one result of a command: the value as JSON, or the text for a person. */
  result(value: unknown, text: string): Promise<void>
  /** A list of any length: one JSON object a line, or a table. `none` is said when there is nothing to list. */
  list<Row>(
    rows: AsyncIterable<Row> | Iterable<Row>,
    columns: readonly Column<Row>[],
    none: string,
  ): Promise<void>
  /** Something a person should know beside the result; left out of JSON. */
  note(text: string): Promise<void>
}

/** Rejections of its methods are `PipeClosed`, or a `CommandFailure` when the text can't be written. */
export function openOutput({ stdout, stderr }: Surroundings, json: boolean): Output {
  return {
    json,
    result: (value, text) => writeText(stdout, `${json ? toJson(value) : text}\n`),
    note: async (text) => {
      if (!json) await writeText(stderr, `${text}\n`)
    },
    list: async (rows, columns, none) => {
      const wrote = await writeAll(stdout, json ? printLines(rows) : printTable(rows, columns))
      if (!wrote && !json) await writeText(stderr, `${none}\n`)
    },
  }
}

/** Says whether there was anything. */
async function writeAll(stream: Writable, pieces: AsyncIterable<string>): Promise<boolean> {
  let wrote = false
  for await (const piece of pieces) {
    await writeText(stream, piece)
    wrote = true
  }
  return wrote
}

async function* printLines(rows: AsyncIterable<unknown> | Iterable<unknown>): AsyncGenerator<string> {
  for await (const batch of inBatches(rows)) yield batch.map((row) => `${toJson(row)}\n`).join('')
}

/** What is not set is `null`: every object of a kind has the same members. */
function toJson(value: unknown): string {
  return JSON.stringify(value, (_name, member: unknown) => (member === undefined ? null : member))
}
