/** How programs end that start others. */
import process from 'node:process'

/**
 * Ctrl-C ends this process with 130, SIGTERM with 143; whatever it kills when it exits goes with it. Whoever reads its output
 * may have had enough, as `head` has; output without room is said, and ends it with 1.
 */
export function exitTidily(): void {
  process.once('SIGINT', () => process.exit(130))
  process.once('SIGTERM', () => process.exit(143))
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') return
    process.stderr.write(`The output could not be written: ${error.message}.\n`)
    process.exit(1)
  })
}
