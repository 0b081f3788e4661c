#!/usr/bin/env node
/** The program `plant-store`: runs the command, or a worker of the service, and ends with its exit code. */
import cluster from 'node:cluster'
import process from 'node:process'

// From this version on SQLite needs no flag and gives no warning, and the modules below load. `engines` says the same.
const oldest = [24, 15] as const
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
if (major < oldest[0] || (major === oldest[0] && minor < oldest[1])) {
  const { execPath, versions } = process
  process.stderr.write(
    `plant-store needs Node.js ${oldest.join('.')} or newer; ${execPath} is ${versions.node}.\n`,
  )
  process.exit(11)
}

const { workerArgument } = await import('./workers/messages.ts')
const { reportError } = await import('./command/report-error.ts')
const { runCommand } = await import('./command/run-command.ts')

process.once('uncaughtException', (error) => {
  process.exit(reportError(error, { stderr: process.stderr, json: false }))
})
const [, , argument] = process.argv
if (cluster.isWorker && argument === workerArgument) {
  const { runWorker } = await import('./workers/run-worker.ts')
  // What the worker shares with the primary process would keep it from ending by itself.
  process.exit(await runWorker())
}
process.exitCode = await runCommand(process.argv.slice(2), process)
