#!/usr/bin/env node
/** The program of `pnpm contract`. */
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { inspect } from 'node:util'
import { CommanderError } from 'commander'
import { makeProgram } from './program.ts'
import { UserError } from './user-error.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const inconclusive = 2

const program = makeProgram({ root, write: (text) => process.stdout.write(text) }, (code) => {
  process.exitCode = code
})
// A reader of the output may close it early, as `head` does.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') return
  process.stderr.write(`The output could not be written: ${error.message}.\n`)
  process.exit(inconclusive)
})
for (const command of [program, ...program.commands]) command.exitOverride()
try {
  await program.parseAsync()
} catch (error) {
  process.exitCode = inconclusive
  if (error instanceof CommanderError) {
    // commander has already said what is wrong; `--help` is not an error.
    if (error.exitCode === 0) process.exitCode = 0
  } else if (error instanceof UserError) process.stderr.write(`error: ${error.message}\n`)
  // A fault of this program, or of a linter.
  else process.stderr.write(`${inspect(error)}\n`)
}
