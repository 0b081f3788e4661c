/** Where log lines leave the process: in batches, and without anybody waiting for them. */
import { once } from 'node:events'
import { write, writeSync } from 'node:fs'
import { Socket } from 'node:net'
import process from 'node:process'

/** A batch is written when it has so many characters, or so long after its first line. */
const batchLength = 32_768
const flushMs = 100
/** Beyond it lines are dropped: whoever reads the log stands still. */
const maxPendingLength = 4 * 1024 * 1024

/** Hears of lines that were dropped and, when lines can be written again, how many there were in all. */
export interface DropObserver {
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
  #pending = ''
  /** What is being written. */
  #batch: Promise<void> | undefined
  #timer: NodeJS.Timeout | undefined
  #dropped = 0
  /** The last line that was written is not whole. */
  #isCut = false

  constructor(observer: DropObserver) {
    this.#observer = observer
    process.once('exit', () => this.#writeLast())
  }

  /** Takes one line, with its end. */
  write(line: string): void {
    if (this.#pending.length + line.length > maxPendingLength) {
      this.#drop(1)
      return
    }
    this.#pending += line
    if (this.#pending.length < batchLength) this.#timer ??= setTimeout(() => this.#writeBatch(), flushMs)
    else if (this.#batch === undefined) this.#writeBatch()
  }

  /** Resolves to whether everything was written, or dropped, in this time. */
  async flush(timeoutMs: number): Promise<boolean> {
    const deadline = AbortSignal.timeout(timeoutMs)
    const late = once(deadline, 'abort')
    while (this.#pending !== '' || this.#batch !== undefined) {
      this.#writeBatch()
      await Promise.race([this.#batch, late])
      if (deadline.aborted) return false
    }
    return true
  }

  #writeBatch(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    if (this.#batch !== undefined || this.#pending === '') return
    const bytes = Buffer.from(this.#isCut ? `\n${this.#pending}` : this.#pending)
    this.#pending = ''
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#batch = promise
    this.#write(bytes, (left) => {
      this.#batch = undefined
      this.#settle(bytes, left)
      resolve()
      this.#writeBatch()
    })
  }

  #settle(bytes: Buffer, left: number): void {
    const end = bytes.length - left
    if (end > 0) this.#isCut = bytes[end - 1] !== newline
    if (left > 0) {
      this.#drop(bytes.subarray(end).toString('latin1').split('\n').length - 1)
    } else if (this.#dropped > 0) {
      const lines = this.#dropped
      this.#dropped = 0
      this.#observer.recovered(lines)
    }
  }

  #drop(lines: number): void {
    this.#dropped += lines
    this.#observer.dropped(lines)
  }

  /** What was logged just before a crash is what will be looked for. */
  #writeLast(): void {
    try {
      writeSync(standardOutput, this.#pending)
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
