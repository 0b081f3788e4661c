/** The configuration file: options of a check by their long names, for those that the command line does not give. */
import { existsSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import type { Command } from 'commander'
import { readChecked } from '../checked-file.ts'
import { type CheckOptions, checkOptions, configSchema, isNumber, readNumber } from './options.ts'

const usualNames = ['conformance.yaml', 'conformance.json']

/** The address and the options of the command, completed by the file. Rejects with an `InputError`. */
export async function withConfig(
  address: string | undefined,
  command: Command,
): Promise<{ readonly url: string | undefined; readonly options: CheckOptions }> {
  const given = command.opts<CheckOptions>()
  const file = given.config ?? usualNames.find((name) => existsSync(name))
  if (file === undefined) return { url: address, options: given }
  const config = await readChecked<Config>('configuration file', file, configSchema)
  const replaced = new Set(
    Object.entries(checkOptions)
      .filter(([name]) => command.getOptionValueSource(keyOf(name)) === 'cli')
      .flatMap(([name, { replaces = [] }]) => [name].concat(replaces))
      .concat('$schema', address === undefined ? [] : ['url', 'own']),
  )
  const { url = address, ...more }: Config = Object.fromEntries(
    Object.entries(config)
      .filter(([name, value]) => !replaced.has(name) && value !== false)
      .map(([name, value]) => [keyOf(name), read(name, value, file)]),
  )
  return { url, options: { ...given, ...more } }
}

type Config = Readonly<Record<string, unknown>> & { readonly url?: string }

const keyOf = (name: string): string => name.replaceAll(/-./g, ([, letter = '']) => letter.toUpperCase())

/** As the command line would give it; a path is resolved from the file that names it. */
function read(name: string, value: unknown, file: string): unknown {
  if (isNumber(name)) return readNumber(name, String(value))
  const isPath = checkOptions[name]?.isPath === true && typeof value === 'string'
  return isPath && !/^(?:-$|https?:)/.test(value) ? resolve(dirname(file), value) : value
}
