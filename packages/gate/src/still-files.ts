/** Ends test files that only wait, and says which test it was, and for which processes it waited. */
import { relative, resolve } from 'node:path'
import process from 'node:process'
import type { TestEvent } from 'node:test/reporters'
import { betweenLooksMs, children, end, waitedFor, watchTree } from './stillness.ts'

/** Watches the test files of this process, which runs them. */
export class StillFiles {
  /** The names of the running test and the suites around it. */
  readonly #running = new Map<string | undefined, string[]>()
  readonly #watched = new Map<number, ReturnType<typeof watchTree>>()
  readonly #ended = new Map<string, string>()

  constructor() {
    setInterval(() => this.#look(), betweenLooksMs).unref()
  }

  /** To be told of every event. */
  note({ type, data }: TestEvent): void {
    if (type === 'test:dequeue') {
      const names = this.#running.get(data.file) ?? []
      names.splice(data.nesting, Infinity, data.name)
      this.#running.set(data.file, names)
    } else if (type === 'test:complete') this.#running.get(data.file)?.splice(data.nesting)
  }

  /** Undefined for a file that was not ended. */
  whyEnded(file: string): string | undefined {
    return this.#ended.get(file)
  }

  #look(): void {
    for (const { pid, argv } of children()) {
      // Others keep a server for all files.
      if (argv[0] !== process.execPath) continue
      const look = this.#watched.get(pid) ?? watchTree(pid)
      this.#watched.set(pid, look)
      const [file, ...others] = look() ?? []
      if (file === undefined) continue
      const path = resolve(argv.at(-1) ?? '')
      // What does not end when asked is killed at the next look.
      end([file, ...others], this.#ended.has(path) ? 'SIGKILL' : 'SIGTERM')
      if (this.#ended.has(path)) continue
      // Outside of all tests, the file itself stands for one.
      const names = (this.#running.get(path) ?? []).filter((name) => resolve(name) !== path)
      const why = `${names.join(' > ') || 'outside of its tests'}: ${waitedFor(others)}`
      this.#ended.set(path, why)
      process.stdout.write(`Ended ${relative(process.cwd(), path)}: ${why}\n`)
    }
  }
}
