#!/usr/bin/env node
/** The program that puts the harness itself to the test. */
import { enableCompileCache } from 'node:module'
import process from 'node:process'
import { fileURLToPath } from 'node:url'

enableCompileCache(fileURLToPath(new URL('../../../node_modules/.cache/conformance', import.meta.url)))

const words = process.argv.slice(2)
// Where the terminal was closed, there is nobody to tell.
process.stderr.on('error', () => {})

// Whatever ends the process before all servers are tried, nothing can be concluded.
process.exitCode = 2
const { watchEnd } = await import('../src/command/exit-codes.ts')
const interrupt = watchEnd(words.includes('--json'))
const { runMutantsCommand } = await import('./command.ts')

const { env, stdin, stdout, stderr } = process
process.exitCode = await runMutantsCommand(words, { env, stdin, stdout, stderr, interrupt })
// What is still open must not keep the process alive.
setTimeout(() => process.exit(), 500).unref()
