#!/usr/bin/env node
/** The program: hands the process to the command, and the exit code back to the process. */
import module from 'node:module'
import { join } from 'node:path'
import process from 'node:process'
import { cacheDirectory } from './cache-directory.ts'

// Halves the start-up time of every command. Where the folder can't be written, each start compiles again.
module.enableCompileCache(join(cacheDirectory, 'compiled'))

const { env, stdout, stderr } = process
const words = process.argv.slice(2)
// Whoever closed the terminal can't be told anything.
stderr.on('error', () => {})

// If anything ends the process before there is a verdict, nothing could be concluded.
process.exitCode = 2
const { watchEnd } = await import('./command/exit-codes.ts')
const interrupt = watchEnd(words.includes('--json'))
// Imported only now, so that a missing package is reported like any other fault.
const { runCommand } = await import('./command/run-command.ts')

process.exitCode = await runCommand(words, {
  env,
  // Opened only when it is asked for: most checks don't read it.
  get stdin() {
    return process.stdin
  },
  stdout,
  stderr,
  interrupt,
})
// Anything still open, such as a connection to a service that hangs, must not keep the process alive.
setTimeout(() => process.exit(), 500).unref()
