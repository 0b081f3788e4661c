/** Starts a program and ends without stopping it, as a test run does that is cut short. */
import { startService } from '@plant-store/testkit'

const [, , program = ''] = process.argv
const { pid } = await startService({ command: [process.execPath, program] })
process.stdout.write(`${pid}\n`, () => {
  // oxlint-disable-next-line unicorn/no-process-exit -- what is to be shown
  process.exit()
})
