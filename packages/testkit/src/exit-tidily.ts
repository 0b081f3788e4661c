/** How programs that start others end. */
import process from 'node:process'
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
