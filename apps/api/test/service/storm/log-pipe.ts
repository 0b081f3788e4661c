/** A pipe between the log and its reader, as shells and containers make them. */
import { execFile } from 'node:child_process'
import { type FileHandle, open } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'

/** Both ends. Close `writer` as soon as the service has it: `reader` ends when nobody can write any more. */
export interface LogPipe {
  readonly reader: FileHandle
  readonly writer: FileHandle
}

/** Makes the pipe as a FIFO in the directory. */
export async function makeLogPipe(directory: string): Promise<LogPipe> {
  const path = join(directory, 'log')
  await promisify(execFile)('mkfifo', [path])
  // An end opens when the other one is open.
  await using both = await open(path, 'r+')
  void both
  return { reader: await open(path, 'r'), writer: await open(path, 'w') }
}
