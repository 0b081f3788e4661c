/** What a command writes: results on stdout, everything else on stderr; for people, or as JSON. */
import { fstatSync, statSync } from 'node:fs'
import { devNull } from 'node:os'
import type { Writable } from 'node:stream'
import type { CommandContext } from '../context.ts'
import { CommandError } from '../exit-codes.ts'
import type { Column } from './table.ts'
import { escapeControl, escapeLines } from './text.ts'

export interface Output {
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

/** Its methods reject as the stream does when the text can't be written. */
export function openOutput({ stdout, stderr, json }: CommandContext): Output {
  const note: Output['note'] = async (text) => {
    if (!json) await write(stderr, `${escapeLines(text)}\n`)
  }
  return {
    note,
    result: (value, text) => write(stdout, `${json ? toJson(value) : escapeLines(text)}\n`),
    list: async (rows, columns, none) => {
      // Loaded only here: what knows how wide characters are takes a fifth of the start of every command.
      const print = json ? toLines : (await import('./table.ts')).openTable(columns)
      let isEmpty = true
      for await (const chunk of inChunks(rows)) {
        await write(stdout, print(chunk))
        isEmpty = false
      }
      if (isEmpty) await note(none)
    },
  }
}

/** Before secrets are made. A `CommandError` where nobody reads them: Node opens the null device for a closed stdout. */
export function requireReader({ stdout: { fd } }: CommandContext): void {
  if (fd === undefined || fstatSync(fd).rdev !== statSync(devNull).rdev) return
  throw new CommandError(
    'usage',
    `Standard output is closed or ${devNull}: the token would be lost. No token was made.`,
  )
}

/** Resolves when the text has been handed on: no faster than it is read. Rejects as the stream does. */
export async function write(stream: Writable, text: string): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<undefined>()
  stream.write(text, (error) => (error ? reject(error) : resolve(undefined)))
  await promise
}

/** So many rows are written at once: one by one is slow, and all of them may not fit in memory. */
const chunkSize = 500

async function* inChunks<Row>(rows: AsyncIterable<Row> | Iterable<Row>): AsyncGenerator<readonly Row[]> {
  let chunk: Row[] = []
  for await (const row of rows) {
    chunk.push(row)
    if (chunk.length < chunkSize) continue
    yield chunk
    chunk = []
  }
  if (chunk.length > 0) yield chunk
}

function toLines(rows: readonly unknown[]): string {
  return rows.map((row) => `${toJson(row)}\n`).join('')
}

/**
 * JSON on one line. What is not set is `null`: every object of a kind has the same members. What is unsafe in a terminal
 * is escaped, which means the same in JSON.
 */
export function toJson(value: unknown): string {
  return escapeControl(
    JSON.stringify(value, (_name, member: unknown) => (member === undefined ? null : member)),
  )
}
