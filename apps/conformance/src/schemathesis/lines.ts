/** What hooks.py tells, line by line. */

/** A request as Python's `requests` sent it, and its answer, or what came instead of one. */
export interface ToldExchange {
  readonly case: string
  /** Milliseconds since 1970. */
  readonly endedAt: number
  readonly request: {
    readonly method: string
    readonly url: string
    readonly headers: Readonly<Record<string, string>>
    readonly body: string
  }
  readonly answer: {
    readonly version: string
    readonly status: number
    readonly reason: string
    readonly headers: Readonly<Record<string, readonly string[]>>
    readonly body: string
    readonly durationMs: number
  } | null
  readonly silence: 'timeout' | 'closed' | 'reset' | 'unreachable' | null
}

/** One failed check. */
export interface ToldFailure {
  readonly check: string
  readonly kind: string
  readonly message: string
  /** Set where the check made a request of its own. */
  readonly case: string | null
  readonly schema_path?: readonly (string | number)[]
  readonly instance_path?: readonly (string | number)[]
  readonly instance?: unknown
  readonly missing_headers?: readonly string[]
}

/** What the checks said of one exchange. */
export interface ToldVerdict {
  readonly case: string
  readonly passed: readonly string[]
  readonly failures: readonly ToldFailure[]
}

/** Something that could not be tested: an exception of Python. */
export interface ToldError {
  readonly kind: string
  readonly message: string
}

/** One line; exactly one of these is there. */
export interface Told {
  readonly exchange?: ToldExchange
  readonly verdict?: ToldVerdict
  readonly error?: ToldError
  readonly done?: true
}

/** Throws a `SyntaxError` when the line is cut off. */
export function readLine(line: string): Told {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- hooks.py and this file are one program
  return JSON.parse(line) as Told
}
