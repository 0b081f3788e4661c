#!/usr/bin/env node
/** The program: hands the process to the command, and the exit code back to the process. */
import { enableCompileCache } from 'node:module'
import process from 'node:process'
import { fileURLToPath } from 'node:url'

// Halves the start of every command. Where the folder can't be written, each start compiles anew.
enableCompileCache(fileURLToPath(new URL('../../../node_modules/.cache/conformance', import.meta.url)))

const { exits } = await import('./command/exit-codes.ts')
const { runCommand } = await import('./command/run-command.ts')

const interrupt = new AbortController()
for (const [signal, exit] of [
  ['SIGINT', 'interrupted'],
  ['SIGTERM', 'terminated'],
] as const) {
  process.on(signal, () => {
    // Who asks twice does not want to wait for the tidying up.
    if (interrupt.signal.aborted) process.exit(exits[exit].code)
    interrupt.abort(exit)
  })
}

const { env, stdout, stderr } = process
process.exitCode = await runCommand(process.argv.slice(2), {
  env,
  stdout,
  stderr,
  interrupt: interrupt.signal,
})
// What may still be open, such as a connection to a service that hangs, must not keep the process.
setTimeout(() => process.exit(), 500).unref()
