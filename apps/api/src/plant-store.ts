#!/usr/bin/env node
/** The program `plant-store`: hands the process to the command, or to a worker of the service, and the exit code back to it. */
import cluster from 'node:cluster'
import process from 'node:process'

// From here on SQLite needs no flag and gives no warning, and what is loaded below can be read. `engines` says it too.
const oldest = [24, 15] as const
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
if (major < oldest[0] || (major === oldest[0] && minor < oldest[1])) {
  const { execPath, versions } = process
  process.stderr.write(
    `plant-store needs Node.js ${oldest.join('.')} or newer; ${execPath} is ${versions.node}.\n`,
  )
  process.exit(11)
}

const { workerArgument } = await import('./service/workers/messages.ts')
const { reportError } = await import('./command/report-error.ts')
const { runCommand } = await import('./command/run-command.ts')

process.once('uncaughtException', (error) => {
  process.exit(reportError(error, { stderr: process.stderr, json: false }))
})
const [, , argument] = process.argv
if (cluster.isWorker && argument === workerArgument) {
  const { runWorker } = await import('./service/workers/run-worker.ts')
  // What it shares with the primary process would keep it from ending.
  process.exit(await runWorker())
}
process.exitCode = await runCommand(process.argv.slice(2), process)
