#!/usr/bin/env node
/** The program `plant-store`: hands the process to the command, and the exit code back to the process. */
import { enableCompileCache } from 'node:module'
import process from 'node:process'
import { fileURLToPath } from 'node:url'

// Halves the start of every command. Where the directory can't be written, each start compiles anew.
enableCompileCache(fileURLToPath(new URL('../../../node_modules/.cache/plant-store', import.meta.url)))

const { reportError } = await import('./command/report-error.ts')
const { runCommand } = await import('./command/run-command.ts')

process.once('uncaughtException', (error) => {
  process.exit(reportError(error, { stderr: process.stderr, json: false }))
})
process.exitCode = await runCommand(process.argv.slice(2), process)
