/** The service as `serve` runs it, except for how long a worker may be silent: the only argument, in milliseconds. */
import cluster from 'node:cluster'
import process from 'node:process'
import { Command } from 'commander'
import { addSettings, readSettings } from '../../src/command/setting-options.ts'
import { untilSignal } from '../../src/command/until-signal.ts'
import { openParts } from '../../src/service/parts.ts'
import { createPlantHandler } from '../../src/service/public-listener.ts'
import { startService } from '../../src/service/service.ts'
import { runWorker } from '../../src/service/workers/run-worker.ts'
import { startWorkers } from '../../src/service/workers/workers.ts'
import { commonSettings, serviceSettings } from '../../src/settings.ts'

if (cluster.isWorker) process.exit(await runWorker())
const silentMs = Number(process.argv[2])
const command = addSettings(new Command(), { ...commonSettings, ...serviceSettings }).parse([], {
  from: 'user',
})
const settings = readSettings(command, serviceSettings)
await using parts = await openParts(settings)
const limits = { everyMs: silentMs / 30, silentMs, startMs: 120_000 }
const ended = untilSignal()
const listener = await startWorkers(settings, parts, ended, limits)
if (listener === undefined) process.exit()
const service = await startService(settings, parts, listener, createPlantHandler(settings, parts))
await ended
await service.drain()
