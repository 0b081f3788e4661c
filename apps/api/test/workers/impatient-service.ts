/** The service as `serve` runs it, except for how long a worker may be silent: the only argument, in milliseconds. */
import cluster from 'node:cluster'
import process from 'node:process'
import { Command } from 'commander'
import { addSettings, readSettings } from '../../src/command/setting-options.ts'
import { untilSignal } from '../../src/command/until-signal.ts'
import { createPlantHandler } from '../../src/http/public-listener.ts'
import { openResources, startService } from '../../src/http/run-service.ts'
import { runWorker } from '../../src/workers/run-worker.ts'
import { startWorkers } from '../../src/workers/workers.ts'
import { commonSettings, serviceSettings } from '../../src/settings.ts'

if (cluster.isWorker) process.exit(await runWorker())
const silentMs = Number(process.argv[2])
const command = addSettings(new Command(), { ...commonSettings, ...serviceSettings }).parse([], {
  from: 'user',
})
const settings = readSettings(command, serviceSettings)
await using resources = await openResources(settings)
const limits = { everyMs: silentMs / 30, silentMs, startMs: 120_000 }
const ended = untilSignal()
const listener = await startWorkers(settings, resources, ended, limits)
if (listener === undefined) process.exit()
const service = await startService(settings, resources, listener, createPlantHandler(settings, resources))
await ended
await service.drain()
