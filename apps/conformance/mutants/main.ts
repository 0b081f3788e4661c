#!/usr/bin/env node
/** The program that puts the harness itself to the test. */
import { enableCompileCache } from 'node:module'
import process from 'node:process'
import { fileURLToPath } from 'node:url'

enableCompileCache(fileURLToPath(new URL('../../../node_modules/.cache/conformance', import.meta.url)))

const words = process.argv.slice(2)
// Whoever closed the terminal can't be told anything.
process.stderr.on('error', () => {})

// Whatever ends it before all was tried: nothing could be concluded.
process.exitCode = 2
const { watchEnd } = await import('../src/command/watch-end.ts')
const interrupt = watchEnd(words.includes('--json'))
const { runMutantsCommand } = await import('./command.ts')

const { env, stdin, stdout, stderr } = process
process.exitCode = await runMutantsCommand(words, { env, stdin, stdout, stderr, interrupt })
// What may still be open must not keep the process.
setTimeout(() => process.exit(), 500).unref()
