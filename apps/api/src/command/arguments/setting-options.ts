/** The settings as options of a command. */
import type { Command } from 'commander'
import { type SettingName, settingsTable } from '../../settings.ts'

/** The settings of a running service. */
export const serviceSettings = [
  'host',
  'port',
  'operatorHost',
  'operatorPort',
  'logLevel',
  'logFormat',
  'headersTimeoutMs',
  'requestTimeoutMs',
  'stallTimeoutMs',
  'keepAliveTimeoutMs',
  'maxConnections',
  'maxStreams',
  'trustedProxies',
  'drainDelayMs',
  'drainTimeoutMs',
] as const satisfies readonly SettingName[]

/** The settings that only doctor uses. */
export const doctorSettings = ['url', 'operatorUrl', 'token'] as const satisfies readonly SettingName[]

/** Adds the flags of the named settings. Their text is judged by `readSettings`, all of it together. */
export function addSettingOptions(command: Command, names: readonly SettingName[]): Command {
  for (const name of names) {
    const { flag, env, description, default: standard } = settingsTable[name]
    const fallback = standard === undefined || typeof standard === 'object' ? '' : `; default ${standard}`
    command.option(`${flag} <value>`, `${description} (${env}${fallback})`)
  }
  return command
}
