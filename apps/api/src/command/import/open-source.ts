/** The file to import, and its format. */
import type { RecordFormat } from '@plant-store/store'
import { statSync } from 'node:fs'
import { extname } from 'node:path'
import type { Readable } from 'node:stream'
import { openFile } from '../arguments/read-file.ts'
import type { CommandContext } from '../terminal/output.ts'
import { CommandError } from '../exit-codes.ts'

export const formats = ['json', 'ndjson', 'csv'] as const satisfies readonly RecordFormat[]

const extensions = new Map<string, RecordFormat>([
  ['.json', 'json'],
  ['.ndjson', 'ndjson'],
  ['.jsonl', 'ndjson'],
  ['.csv', 'csv'],
])

const spreadsheet = /\.(?:xlsx?|xlsm|ods|numbers)$/i

export interface ImportSource {
  /** The file's name in messages. */
  readonly title: string
  readonly open: () => Readable
  readonly format: RecordFormat
  readonly ignoreColumns: readonly string[]
  /** 0 if unknown. */
  readonly totalBytes: number
}

/** The file, or stdin for `-`. A `CommandError` where its format is unknown. */
export function findSource(
  context: CommandContext,
  file: string,
  given: RecordFormat | undefined,
  ignoreColumns: readonly string[] = [],
): ImportSource {
  if (spreadsheet.test(file)) {
    throw new CommandError(
      'file',
      `${file} is a spreadsheet: open it, save it as "CSV UTF-8", and import that.`,
    )
  }
  const format = given ?? extensions.get(extname(file).toLowerCase())
  if (format === undefined) {
    throw new CommandError(
      'usage',
      `The name ${file} does not show the format: give --format json, ndjson or csv.`,
    )
  }
  const isInput = file === '-'
  return {
    title: isInput ? 'standard input' : file,
    open: () => openFile(context, file),
    format,
    ignoreColumns,
    totalBytes: isInput ? 0 : (statSync(file, { throwIfNoEntry: false })?.size ?? 0),
  }
}
