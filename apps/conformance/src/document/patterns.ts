/** The patterns of a document: any of them, tried on any text, ends soon. */
import { setFlagsFromString } from 'node:v8'

// Where a pattern tries too much, such as ^(a|a)*$, V8 goes on with an engine that takes linear time, and that knows no `u`.
setFlagsFromString('--enable-experimental-regexp-engine-on-excessive-backtracks')

/** Patterns in the wild escape more than Unicode patterns may. */
export function regExp(pattern: string): RegExp {
  try {
    return new RegExp(pattern, 'u')
  } catch {
    return new RegExp(pattern)
  }
}

/** What of a pattern validators need. */
interface Matcher {
  test(text: string): boolean
  toString(): string
}

/** The same as `regExp` to whoever tests texts: only characters beyond the first plane need the flag `u`. */
export const matcher = Object.assign(
  (pattern: string): Matcher => {
    const whole = regExp(pattern)
    const isPlain = !whole.unicode || !/\\[pu]|[\u{D800}-\u{DFFF}\u{10000}-\u{10FFFF}]/iu.test(pattern)
    const quick = isPlain ? new RegExp(pattern) : whole
    return {
      test: (text) => (/[\u{10000}-\u{10FFFF}]/u.test(text) ? whole : quick).test(text),
      toString: () => String(whole),
    }
  },
  { code: 'new RegExp' },
)
