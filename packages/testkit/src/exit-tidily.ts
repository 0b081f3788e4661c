/** How programs that start others show what they do, and end. */
import process from 'node:process'
import { clearLine, cursorTo } from 'node:readline'
import { endWhenStill } from '@plant-store/gate/stillness'

/**
 * Ctrl-C ends this process with 130, SIGTERM with 143, a wait for something that never comes with 1; whatever it kills when it exits goes with it. The reader of its
 * output may stop reading, as `head` does; other output errors, such as no room, are reported and end it with 1.
 */
export function exitTidily(): void {
  endWhenStill(1)
  process.once('SIGINT', () => process.exit(130))
  process.once('SIGTERM', () => process.exit(143))
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') return
    process.stderr.write(`The output could not be written: ${error.message}.\n`)
    process.exit(1)
  })
}

/** Writes one line that replaces the last, if there is a person to see it. */
export function showProgress(step: string): void {
  if (!process.stderr.isTTY) return
  cursorTo(process.stderr, 0)
  clearLine(process.stderr, 0)
  process.stderr.write(step)
}
