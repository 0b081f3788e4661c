/** Time that passes only while this process runs: nobody is late because this process was held up. */

/** A part that comes late counts as one part, however late it is. */
const parts = 20

/**
 * Acts when the time is up, after what arrived while this process was held up has been seen. On a busy machine it takes
 * longer, by as much as this process had to wait for the processor. The returned function calls it off.
 */
export function afterOwnTime(timeoutMs: number, act: () => void): () => void {
  let left = parts
  let timer: NodeJS.Timeout | undefined
  let look: NodeJS.Immediate | undefined
  const wait = (): void => {
    timer = setTimeout(() => {
      look = setImmediate(() => {
        left -= 1
        if (left === 0) act()
        else wait()
      })
    }, timeoutMs / parts)
  }
  wait()
  return () => {
    clearTimeout(timer)
    clearImmediate(look)
  }
}
