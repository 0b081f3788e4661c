/** From environment and flags to the settings in force. All faults are reported at once. */
import {
  Expectation,
  type SettingDefinition,
  settingNames,
  type SettingName,
  type Settings,
  settingsTable,
} from './settings-table.ts'

export { type SettingDefinition, type SettingName, type Settings, settingsTable } from './settings-table.ts'

/** Where a value came from. */
export type SettingSource = 'flag' | 'environment' | 'default'

/** One thing wrong with the settings: which one, where it was given, and what would be right. */
export interface SettingFault {
  readonly setting: string
  readonly source: SettingSource
  readonly problem: string
}

/** The settings can't be used; `faults` says everything that is wrong with them. */
export class SettingsError extends Error {
  override readonly name = 'SettingsError'
  readonly faults: readonly SettingFault[]

  constructor(faults: readonly SettingFault[]) {
    super(faults.map(({ setting, problem }) => `${setting}: ${problem}`).join('\n'))
    this.faults = faults
  }
}

/** Where settings are given: flags win over the environment, the environment over the defaults. */
export interface SettingSources {
  readonly env: Readonly<Record<string, string | undefined>>
  readonly flags?: Readonly<Partial<Record<SettingName, string>>>
}

/** The settings in force. Throws a `SettingsError` with every fault there is. */
export function readSettings(sources: SettingSources): Settings {
  const faults = unknownVariables(sources.env)
  const values: Partial<Record<SettingName, unknown>> = {}
  for (const name of settingNames) {
    const { text, source } = given(name, sources)
    const definition: SettingDefinition = settingsTable[name]
    const value = text === undefined ? definition.default : definition.parse(text)
    if (value instanceof Expectation) {
      const shown = definition.secret === true ? '' : `, not ${JSON.stringify(text)}`
      faults.push({ ...named(name, source), problem: `must be ${value.text}${shown}` })
    }
    values[name] = value
  }
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the loop has filled in every name
  const settings = values as Settings
  if (faults.length === 0) {
    faults.push(...contradictions(settings, sources))
  }
  if (faults.length > 0) {
    throw new SettingsError(faults)
  }
  return settings
}

/** A setting under the name by which it was given. */
function named(name: SettingName, source: SettingSource): Pick<SettingFault, 'setting' | 'source'> {
  return { setting: source === 'flag' ? settingsTable[name].flag : settingsTable[name].env, source }
}

function given(name: SettingName, { env, flags }: SettingSources): { text?: string; source: SettingSource } {
  const flag = flags?.[name]
  if (flag !== undefined) {
    return { text: flag, source: 'flag' }
  }
  const text = env[settingsTable[name].env]
  return text === undefined ? { source: 'default' } : { text, source: 'environment' }
}

/** A variable that begins like a setting but is none is a slip of the pen, not something to ignore. */
function unknownVariables(env: SettingSources['env']): SettingFault[] {
  const known = new Set<string>(settingNames.map((name) => settingsTable[name].env))
  return Object.keys(env)
    .filter((name) => name.startsWith('PLANT_STORE_') && !known.has(name))
    .map((setting) => ({
      setting,
      source: 'environment',
      problem: 'is not a setting; `plant-store config --help` lists them',
    }))
}

/** What no setting can get wrong alone. */
function contradictions(settings: Settings, sources: SettingSources): SettingFault[] {
  const faults: SettingFault[] = []
  const blame = (name: SettingName, problem: string): void => {
    faults.push({ ...named(name, given(name, sources).source), problem })
  }
  const { host, port, operatorHost, operatorPort } = settings
  if (port !== 0 && port === operatorPort && host === operatorHost) {
    const problem = `must differ from ${settingsTable.port.env}; both are ${port}`
    blame('operatorPort', problem)
  }
  if (settings.headersTimeoutMs > settings.requestTimeoutMs) {
    const problem = `must not exceed ${settingsTable.requestTimeoutMs.env}, which is ${settings.requestTimeoutMs}`
    blame('headersTimeoutMs', problem)
  }
  return faults
}

/** One setting as `plant-store config` shows it. */
export interface SettingDescription {
  readonly name: SettingName
  readonly env: string
  readonly flag: string
  readonly description: string
  readonly source: SettingSource
  /** A secret is `(hidden)` where it is set. */
  readonly value: string | number | readonly string[] | undefined
}

/** Every setting in force with its source, secrets hidden. Throws a `SettingsError` as `readSettings` does. */
export function describeSettings(sources: SettingSources): readonly SettingDescription[] {
  const settings = readSettings(sources)
  return settingNames.map((name) => {
    const { env, flag, description, secret }: SettingDefinition = settingsTable[name]
    const value = secret === true && settings[name] !== undefined ? '(hidden)' : settings[name]
    return { name, env, flag, description, source: given(name, sources).source, value }
  })
}
