/** The command as `main.ts` runs it, but with a checker that sees every rule kept: for tests of what comes after that. */
import process from 'node:process'
import { runCommand } from '../../src/command/run-command.ts'
import { good } from './run.ts'

const { env, stdin, stdout, stderr } = process
const interrupt = new AbortController().signal
process.exitCode = await runCommand(process.argv.slice(2), {
  env,
  stdin,
  stdout,
  stderr,
  interrupt,
  checkers: [good],
})
