/** Time that passes only while this process runs: nobody is late because we were held up. */

/** A part that comes late counts as one part, however late it is. */
const parts = 20

/**
 * Acts when the time is up; what arrived while this process was held up is seen before. On a machine that is busy it takes
 * longer by as much as we had to wait for the processor ourselves. The function that comes back calls it off.
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
