/** Loaded into a program that is measured: on its exit, writes to file descriptor 3 the most memory it had resident. */
import { writeSync } from 'node:fs'
import process from 'node:process'

process.once('exit', () => {
  // Kilobytes, on every platform.
  writeSync(3, String(process.resourceUsage().maxRSS * 1024))
})
