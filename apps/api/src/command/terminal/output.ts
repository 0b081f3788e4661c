/** What a command has from its process, and how it writes: results to stdout, everything else to stderr. */
import type { AuditEntry } from '@plant-store/store'
import { fstatSync, statSync } from 'node:fs'
import { devNull } from 'node:os'
import type { Readable, Writable } from 'node:stream'
import { CommandError } from '../exit-codes.ts'
import type { Column } from './table.ts'
import { escapeControl, escapeLines } from './text.ts'

export interface Output {
  /** The one result of a command: the value as JSON, or the text for a person. */
  result(value: unknown, text: string): Promise<void>
  /** A list of any length: a table, or one JSON object per line. An empty list is answered by `none`. */
  list<Row>(
    rows: AsyncIterable<Row> | Iterable<Row>,
    columns: readonly Column<Row>[],
    none: string,
  ): Promise<void>
  /** Something a person should know besides the result; left out of JSON. */
  note(text: string): Promise<void>
}

/** Its methods reject with the stream's error when the text can't be written. */
export function openOutput({ stdout, stderr, json }: CommandContext): Output {
  const note: Output['note'] = async (text) => {
    if (!json) await write(stderr, `${escapeLines(text)}\n`)
  }
  return {
    note,
    result: (value, text) => write(stdout, `${json ? toJson(value) : escapeLines(text)}\n`),
    list: async (rows, columns, none) => {
      // Loaded only here: the module that measures character widths takes a fifth of every command's start.
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

/** Call before making secrets. A `CommandError` if nobody reads stdout. Node opens the null device for a closed one. */
export function requireReader({ stdout: { fd } }: CommandContext): void {
  if (fd === undefined || fstatSync(fd).rdev !== statSync(devNull).rdev) return
  throw new CommandError(
    'usage',
    `Standard output is closed or ${devNull}: the token would be lost. No token was made.`,
  )
}

/** Resolves once the stream has passed the text on, so no faster than it is read. Rejects with the stream's error. */
export async function write(stream: Writable, text: string): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<undefined>()
  stream.write(text, (error) => (error ? reject(error) : resolve(undefined)))
  await promise
}

/** Rows written at once: one by one is slow, and all of them may not fit in memory. */
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
 * JSON on one line. Unset members are `null`, so that every object of a kind has the same members. Characters that are
 * unsafe in a terminal are escaped, which means the same in JSON.
 */
export function toJson(value: unknown): string {
  return escapeControl(
    JSON.stringify(value, (_name, member: unknown) => (member === undefined ? null : member)),
  )
}

/** A stream that may be a terminal. */
type MaybeTerminal<Stream> = Stream & { readonly isTTY?: boolean; readonly fd?: number }

export interface CommandContext {
  readonly stdin: MaybeTerminal<Readable>
  readonly stdout: MaybeTerminal<Writable>
  readonly stderr: MaybeTerminal<Writable>
  /** Whether `--json` was given. */
  readonly json: boolean
}

/** Writes a line of JSON like the service's, or in a terminal a line for a person. */
export function copyToLog({ stderr }: Pick<CommandContext, 'stderr'>): (entry: AuditEntry) => void {
  return (entry) => {
    stderr.write(`${stderr.isTTY === true ? describeEntry(entry) : toLogLine(entry)}\n`)
  }
}

function toLogLine({ id, at, ...rest }: AuditEntry): string {
  return toJson({ level: 'info', time: at.toISOString(), auditId: id, ...rest, msg: 'audit' })
}

function describeEntry(entry: AuditEntry): string {
  return escapeControl(`audit ${entry.id}: ${entry.command} by ${describeAuthor(entry)}: ${entry.summary}`)
}

/** `Ada (root)`, or only the operating system's user. */
export function describeAuthor({ actor, osUser }: AuditEntry): string {
  return actor === undefined ? osUser : `${actor} (${osUser})`
}
