/** Loaded into a measured program: on exit it writes the peak resident memory to file descriptor 3. */
import { writeSync } from 'node:fs'
import process from 'node:process'

process.once('exit', () => {
  // `maxRSS` is in kilobytes on every platform.
  writeSync(3, String(process.resourceUsage().maxRSS * 1024))
})
