/** Where log lines leave the process: in batches, and without keeping anything waiting. */
import { write, writeSync } from 'node:fs'
import { Socket } from 'node:net'
import process from 'node:process'
import { setTimeout as setTimeoutPromise } from 'node:timers/promises'

/** A batch is written once it has this many characters, or this long after its first line. */
const batchLength = 32_768
const flushMs = 100
/** Lines beyond this many pending characters are dropped: the reader of the log has stalled. */
const maxPendingLength = 4 * 1024 * 1024

/** Gets a report of dropped lines and, once lines can be written again, how many were dropped in all. */
interface DropObserver {
  dropped(lines: number): void
  recovered(lines: number): void
}

/** Writes all of the bytes, or says how many are left and can't be written. */
type WriteBytes = (bytes: Buffer, done: (left: number) => void) => void

/**
 * Standard output. A full disk, or a reader that has stalled or is gone, costs log lines but never a response: the lines
 * are dropped and counted. Writing in the thread pool, as log libraries do, would not work: a write to a pipe that
 * nobody reads never returns, and the process can't end.
 */
export class LogOutput {
  readonly #observer: DropObserver
  readonly #write = process.stdout instanceof Socket ? writeToStream(process.stdout) : writeToFile
  /** Full batches that wait to be written; `#lines` is the batch being filled. */
  readonly #batches: string[] = []
  #lines = ''
  #pendingLength = 0
  /** Resolves when the batch that is being written is written or dropped. */
  #written: Promise<void> | undefined
  #timer: NodeJS.Timeout | undefined
  #dropped = 0
  /** Whether the last line written is incomplete. */
  #isCut = false

  constructor(observer: DropObserver) {
    this.#observer = observer
    process.once('exit', () => this.#writeLast())
  }

  /** Takes whole lines, each with its newline. */
  write(lines: string): void {
    if (this.#pendingLength + lines.length > maxPendingLength) {
      this.#drop(lines.split('\n').length - 1)
      return
    }
    this.#pendingLength += lines.length
    this.#lines += lines
    if (this.#lines.length < batchLength) {
      this.#writeSoon()
    } else {
      this.#batches.push(this.#takeLines())
      this.#writeBatch()
    }
  }

  /** Resolves to true once everything is written or dropped, to false if that takes longer than this. */
  async flush(timeoutMs: number): Promise<boolean> {
    const late = setTimeoutPromise(timeoutMs, true, { ref: false })
    while (this.#pendingLength > 0) {
      this.#writeBatch()
      if ((await Promise.race([this.#written?.then(() => false), late])) === true) return false
    }
    return true
  }

  #writeSoon(): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined
      this.#writeBatch()
    }, flushMs)
  }

  #takeLines(): string {
    clearTimeout(this.#timer)
    this.#timer = undefined
    const lines = this.#lines
    this.#lines = ''
    return lines
  }

  #writeBatch(): void {
    if (this.#written !== undefined) return
    const batch = this.#batches.shift() ?? this.#takeLines()
    if (batch === '') return
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#written = promise
    const bytes = Buffer.from(this.#isCut ? `\n${batch}` : batch)
    this.#write(bytes, (left) => {
      this.#written = undefined
      this.#pendingLength -= batch.length
      this.#finish(bytes, left)
      resolve()
      if (this.#batches.length > 0) this.#writeBatch()
      else if (this.#lines !== '') this.#writeSoon()
    })
  }

  #finish(bytes: Buffer, left: number): void {
    if (left > 0) {
      const end = bytes.length - left
      // The newline that ends a line cut earlier does not count among the lines lost now.
      const lost = bytes.subarray(end === 0 && this.#isCut ? 1 : end)
      if (end > 0) this.#isCut = bytes[end - 1] !== newline
      this.#drop(lost.toString('latin1').split('\n').length - 1)
      return
    }
    this.#isCut = false
    if (this.#dropped === 0) return
    const lines = this.#dropped
    this.#dropped = 0
    this.#observer.recovered(lines)
  }

  #drop(lines: number): void {
    this.#dropped += lines
    this.#observer.dropped(lines)
  }

  /** The lines logged just before a crash are the ones that people will look for. */
  #writeLast(): void {
    try {
      writeSync(standardOutput, this.#batches.join('') + this.#lines)
    } catch {
      // Nothing more can be done for these lines.
    }
  }
}

const standardOutput = 1
const newline = 0x0a

/** A pipe, a socket or a terminal. */
function writeToStream(stream: Socket): WriteBytes {
  // Each write gets its own error.
  stream.on('error', () => {})
  return (bytes, done) => {
    stream.write(bytes, (error) => done(error ? bytes.length : 0))
  }
}

/** A file: Node would write to it synchronously. */
const writeToFile: WriteBytes = (bytes, done) => {
  write(standardOutput, bytes, (error, written) => {
    if (error) done(bytes.length)
    else if (written < bytes.length) writeToFile(bytes.subarray(written), done)
    else done(0)
  })
}
