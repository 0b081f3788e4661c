/** `plant-store serve`: answers requests until it is told to stop. */
import type { Command } from 'commander'
import { addExamples } from './arguments/add-examples.ts'
import { addSettingOptions, serviceSettings } from './arguments/setting-options.ts'
import type { Surroundings } from './surroundings.ts'
import { untilSignal } from './until-signal.ts'
import { settingsOf } from './with-store.ts'

export function addServe(program: Command, around: Surroundings): void {
  const serve = program.command('serve').description('answer requests until Ctrl-C or SIGTERM, then drain')
  addSettingOptions(serve, serviceSettings)
  addExamples(serve, 'plant-store serve', 'plant-store serve --host 0.0.0.0 --port 8000 --log-format json')
  serve.action(async () => {
    // Loaded only here: without the HTTP stack every other command starts 70 ms sooner.
    const { runService } = await import('../service/run-service.ts')
    await runService(settingsOf(around, serve), untilSignal())
  })
}
