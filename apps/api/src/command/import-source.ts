/** The file of an import: where it is, what format it has, how far it has been read. */
import type { RecordFormat } from '@plant-store/store'
import { createReadStream, statSync } from 'node:fs'
import { extname } from 'node:path'
import type { Readable } from 'node:stream'
import { CommandFailure } from './command-failure.ts'
import type { Surroundings } from './surroundings.ts'

export const formats = ['json', 'ndjson', 'csv'] as const satisfies readonly RecordFormat[]

const extensions: Readonly<Record<string, RecordFormat>> = {
  '.json': 'json',
  '.ndjson': 'ndjson',
  '.jsonl': 'ndjson',
  '.csv': 'csv',
}

export interface ImportSource {
  /** As it is called in messages. */
  readonly title: string
  readonly stream: Readable
  readonly format: RecordFormat
  /** 0 where it isn't known. */
  readonly totalBytes: number
}

/** Opens the file, or stdin for `-`. A `CommandFailure` says what is wrong with it. */
export function openImportSource(
  { stdin }: Surroundings,
  file: string,
  format: RecordFormat | undefined,
): ImportSource {
  const known = format ?? extensions[extname(file).toLowerCase()]
  if (known === undefined) {
    throw new CommandFailure(
      'usage',
      `The format of ${file} can't be told from its name: give --format json, ndjson or csv.`,
    )
  }
  if (file === '-') return { title: 'stdin', stream: stdin, format: known, totalBytes: 0 }
  return { title: file, stream: createReadStream(file), format: known, totalBytes: sizeOf(file) }
}

function sizeOf(file: string): number {
  try {
    return statSync(file).size
  } catch {
    // Reading it says why.
    return 0
  }
}

/** The sentence for a file that can't be read; undefined where the fault is something else. */
export function explainUnreadable(fault: unknown, title: string): string | undefined {
  if (!(fault instanceof Error) || !('syscall' in fault)) return undefined
  const code = 'code' in fault ? fault.code : undefined
  if (code === 'ENOENT') return `There is no file ${title}.`
  if (code === 'EISDIR') return `${title} is a folder, not a file.`
  if (code === 'EACCES' || code === 'EPERM') return `${title} may not be read by this user.`
  return undefined
}
