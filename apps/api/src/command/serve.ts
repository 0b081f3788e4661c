/** `plant-store serve`: answers requests until it is told to stop. */
import { serviceSettings } from '../settings.ts'
import type { CommandDefinition } from './define-command.ts'
import { readSettings } from './setting-options.ts'
import { untilSignal } from './until-signal.ts'

export const serveCommand: CommandDefinition = {
  name: 'serve',
  about: 'answer requests until Ctrl-C, SIGTERM or SIGHUP, then finish the last responses and exit',
  examples: ['plant-store serve', 'plant-store serve --host 0.0.0.0 --port 8000 --log-format json'],
  settings: serviceSettings,
  runs: async (_context, command) => {
    // Loaded only here: without the HTTP stack every other command starts 70 ms earlier.
    const { runService } = await import('../http/run-service.ts')
    await runService(readSettings(command, serviceSettings), untilSignal())
  },
}
