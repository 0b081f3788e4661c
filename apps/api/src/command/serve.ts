/** `plant-store serve`: answers requests until it is told to stop. */
import type { Command } from 'commander'
import { addCommand } from './arguments/add-command.ts'
import { serviceSettings } from '../settings.ts'
import { addSettings, readSettings } from './setting-options.ts'
import { untilSignal } from './until-signal.ts'

export function addServe(program: Command): void {
  const serve = addCommand(
    program,
    'serve',
    'answer requests until Ctrl-C, SIGTERM or SIGHUP, then finish the last responses and exit',
    'plant-store serve',
    'plant-store serve --host 0.0.0.0 --port 8000 --log-format json',
  )
  addSettings(serve, serviceSettings)
  serve.action(async () => {
    // Loaded only here: without the HTTP stack every other command starts 70 ms earlier.
    const { runService } = await import('../http/run-service.ts')
    await runService(readSettings(serve, serviceSettings), untilSignal())
  })
}
