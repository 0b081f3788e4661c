#!/usr/bin/env node
/** The program of `pnpm contract`. */
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { CommanderError } from 'commander'
import { makeProgram } from './program.ts'
import { UserError } from './user-error.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const inconclusive = 2

const program = makeProgram({ root, write: (text) => process.stdout.write(text) }, (code) => {
  process.exitCode = code
})
for (const command of [program, ...program.commands]) command.exitOverride()
try {
  await program.parseAsync()
} catch (error) {
  // commander has said what is wrong; `--help` is no fault.
  if (error instanceof CommanderError) process.exitCode = error.exitCode === 0 ? 0 : inconclusive
  else if (error instanceof UserError) {
    process.stderr.write(`error: ${error.message}\n`)
    process.exitCode = inconclusive
  } else throw error
}
