/** Where log lines leave the process: in batches, and without anybody waiting for them. */
import { write, writeSync } from 'node:fs'
import { Socket } from 'node:net'
import process from 'node:process'
import { setTimeout as setTimeoutPromise } from 'node:timers/promises'

/** A batch is written when it has so many characters, or so long after its first line. */
const batchLength = 32_768
const flushMs = 100
/** Beyond it lines are dropped: whoever reads the log stands still. */
const maxPendingLength = 4 * 1024 * 1024

/** Hears of lines that were dropped and, when lines can be written again, how many there were in all. */
interface DropObserver {
  dropped(lines: number): void
  recovered(lines: number): void
}

/** Writes all of the bytes, or says how many are left and can't be written. */
type WriteBytes = (bytes: Buffer, done: (left: number) => void) => void

/**
 * Standard output. A disk that is full, and a reader that stands still or is gone, cost lines and never an answer: the
 * lines are dropped and counted. Writes in the thread pool, as log libraries make them, would not do: to a pipe that
 * nobody reads one of them never returns, and the process can't end.
 */
export class LogOutput {
  readonly #observer: DropObserver
  readonly #write = process.stdout instanceof Socket ? writeToStream(process.stdout) : writeToFile
  /** Full batches that wait to be written, and the one that is being filled. */
  readonly #batches: string[] = []
  #lines = ''
  #pendingLength = 0
  /** Resolves when the batch that is being written is done with. */
  #written: Promise<void> | undefined
  #timer: NodeJS.Timeout | undefined
  #dropped = 0
  /** The last line that was written is not whole. */
  #isCut = false

  constructor(observer: DropObserver) {
    this.#observer = observer
    process.once('exit', () => this.#writeLast())
  }

  /** Takes lines, with their ends. */
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

  /** Resolves when everything is written or dropped: to false when a single batch took longer than this. */
  async flush(timeoutMs: number): Promise<boolean> {
    while (this.#pendingLength > 0) {
      this.#writeBatch()
      const late = setTimeoutPromise(timeoutMs, true, { ref: false })
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
      // The end of the line that was cut before is none of the lines that are lost now.
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

  /** What was logged just before a crash is what will be looked for. */
  #writeLast(): void {
    try {
      writeSync(standardOutput, this.#batches.join('') + this.#lines)
    } catch {
      // Nothing more can be done for it.
    }
  }
}

const standardOutput = 1
const newline = 0x0a

/** A pipe, a socket or a terminal. */
function writeToStream(stream: Socket): WriteBytes {
  // Each write hears of its own error.
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
