/** A pipe between the log and its reader, as shells and containers make them. */
import { execFile } from 'node:child_process'
import { closeSync, constants, openSync, writeSync } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'

/** Both ends. Close `writer` as soon as the service has it: `reader` ends once nothing can write any more. */
export interface LogPipe {
  readonly reader: FileHandle
  readonly writer: FileHandle
}

/** Makes the pipe as a FIFO in the directory. */
export async function makeLogPipe(directory: string): Promise<LogPipe> {
  const path = join(directory, 'log')
  await promisify(execFile)('mkfifo', [path])
  // Each end opens only once the other is open.
  await using both = await open(path, 'r+')
  void both
  return { reader: await open(path, 'r'), writer: await open(path, 'w') }
}

/** Fills a pipe that `makeLogPipe` made there: the next write to it waits for its reader. */
export function fillLogPipe(directory: string): void {
  const descriptor = openSync(join(directory, 'log'), constants.O_WRONLY | constants.O_NONBLOCK)
  try {
    // Whole pages, and then the rest of the last one.
    for (const length of [4096, 1]) {
      while (takesMore(descriptor, length));
    }
  } finally {
    closeSync(descriptor)
  }
}

function takesMore(descriptor: number, length: number): boolean {
  try {
    return writeSync(descriptor, Buffer.alloc(length, '\n')) > 0
  } catch {
    return false
  }
}
