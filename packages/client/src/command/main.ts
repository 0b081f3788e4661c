#!/usr/bin/env node
/** `plant-store-mock`: serves the contract's examples, for use without the service. */
import { parseArgs } from 'node:util'
import { serveMock } from './serve.ts'

const help = `Serves a mock of the plant store on this machine: the examples of the contract.

  plant-store-mock [--port <number>]    4010 unless given; 0 for any free port

Every well-formed token is accepted. A valid request chooses its own response:

  curl -H 'Authorization: Bearer any' -H 'Prefer: code=503' http://127.0.0.1:4010/plants
`

// A reader of the output may close it early, as `head` does.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') return
  process.stderr.write(`The output could not be written: ${error.message}.\n`)
  process.exit(1)
})

/** Resolves to the exit code, or to undefined if the mock is running. */
async function run(): Promise<number | undefined> {
  const { values } = parseArgs({
    options: { port: { type: 'string', default: '4010' }, help: { type: 'boolean', short: 'h' } },
  })
  if (values.help === true) {
    process.stdout.write(help)
    return 0
  }
  if (!/^\d{1,5}$/.test(values.port) || Number(values.port) > 65_535) {
    throw new TypeError(`--port must be a whole number from 0 to 65535, not ${values.port}`)
  }
  const { url } = await serveMock(Number(values.port))
  process.stdout.write(`The mock listens on ${url}. Press Ctrl-C to end it.\n`)
  return undefined
}

/** The error as a sentence for the user. */
function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return 'code' in error && error.code === 'EADDRINUSE'
    ? 'The port is taken. Choose another one with --port, or 0 for any free port.'
    : error.message
}

try {
  const code = await run()
  if (code !== undefined) process.exitCode = code
} catch (error) {
  process.stderr.write(`${describe(error)}\n`)
  process.exitCode = 2
}
