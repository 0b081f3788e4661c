/** Starts a program and ends without stopping it, as a test run that is cut short does. */
import { startService } from '@plant-store/testkit'

const [, , program = ''] = process.argv
const { pid } = await startService({ command: [process.execPath, program] })
process.stdout.write(`${pid}\n`, () => {
  // oxlint-disable-next-line unicorn/no-process-exit -- this is what the test needs
  process.exit()
})
