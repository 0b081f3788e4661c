/** Checks the settings in a deployment file: a name that is not a setting, or a value that it can't have, fails. */
import assert from 'node:assert/strict'
import { longestEndMs } from '../../src/http/ending.ts'
import type { SettingTable } from '../../src/setting.ts'
import { commonSettings, serviceSettings } from '../../src/settings.ts'

const settings: SettingTable = { ...commonSettings, ...serviceSettings }

/** The value of each variable that is a setting, by the name of the setting. Other variables are passed over. */
export function settingsOf(environment: Readonly<Record<string, string>>): Readonly<Record<string, unknown>> {
  const ours = Object.entries(environment).filter(([name]) => name.startsWith('PLANT_STORE_'))
  return Object.fromEntries(
    ours.map(([variable, text]) => {
      const name = variable
        .slice('PLANT_STORE_'.length)
        .toLowerCase()
        .replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())
      const setting = settings[name]
      assert.ok(setting, `${variable} is not a setting`)
      return [name, setting.parse(text)]
    }),
  )
}

/** What a service that is set so may take from SIGTERM to its end, in milliseconds. */
export function endMs(given: Readonly<Record<string, unknown>>): number {
  const { drainDelayMs, drainTimeoutMs } = serviceSettings
  return longestEndMs({
    drainDelayMs: Number(given['drainDelayMs'] ?? drainDelayMs.default),
    drainTimeoutMs: Number(given['drainTimeoutMs'] ?? drainTimeoutMs.default),
  })
}
