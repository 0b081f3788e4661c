/** Every option of a check: the command line, the configuration file and its schema are made of this list. */
import { existsSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { readChecked } from '../checked-file.ts'
import { InputError } from '../input-error.ts'
import { clone } from '#clone'
import { own } from '#own'
import { type Static, type TSchema, Type } from '@sinclair/typebox'
import { type Command, Option } from 'commander'
import { type Budget, usualAtLeast } from '../subject.ts'
import type { WorldFile } from '../world-file.ts'

/** One option. */
interface CheckOption {
  /** The name of its value in the help; a switch has none. */
  readonly value?: string
  readonly help: string
  /** What the value is in the configuration file; on the command line, numbers and texts are written alike. */
  readonly schema: TSchema
  readonly default?: string | number
  /** Relative to the configuration file where that names it. */
  readonly isPath?: true
  /** Options given on the command line take the place of these in the configuration file, as they do of themselves. */
  readonly replaces?: readonly string[]
}

const text = Type.String({ minLength: 1 })
const credentials = ['token', 'token-file', 'world']
const oneOf = <Name extends string>(...names: readonly Name[]) => Type.Unsafe<Name>({ enum: names })

const isOn = (help: string) => ({ help, schema: Type.Unsafe<true>({ type: 'boolean' }) })
const file = (help: string, value = 'file') => ({ value, help, schema: text, isPath: true }) as const
const several = (value: string, help: string) => ({
  value,
  help: `${help}; may be repeated`,
  schema: Type.Array(text, { minItems: 1 }),
})
const whole = (help: string, minimum: number, maximum: number) => ({
  value: 'number',
  help,
  schema: Type.Integer({ minimum, maximum }),
})
const seconds = (help: string, minimum: number, maximum: number) => ({
  value: 'seconds',
  help,
  schema: Type.Unsafe<number>({
    type: ['integer', 'string'],
    minimum,
    maximum,
    pattern: String.raw`^\d{1,4}s?$`,
  }),
})

const table = {
  config: file('a configuration file, by default conformance.yaml or conformance.json in this directory'),
  contract: file('an OpenAPI 3.0 or 3.1 document to check by, in place of our own', 'file or URL'),
  profile: file("with --contract: a module with rules that OpenAPI can't say"),
  writes: isOn('with --contract: also try what changes something: POST, PUT, PATCH and DELETE'),
  own: {
    ...isOn('check the service of this repository, started with a known world'),
    replaces: ['url', 'contract', 'profile', 'writes', ...credentials, 'header'],
  },
  token: {
    value: 'token',
    help: 'a token that the service accepts; other users of the machine can see it: prefer a file, or PLANT_STORE_TOKEN',
    schema: text,
    replaces: credentials,
  },
  'token-file': {
    ...file('a file that holds the token; - reads standard input'),
    replaces: credentials,
  },
  world: {
    ...file('a JSON file of the users and the plants they see'),
    schema: Type.Unsafe<string | WorldFile>({ anyOf: [text, { $ref: 'world.schema.json' }] }),
    replaces: credentials,
  },
  header: several('field', "a field such as 'X-Tenant: a' for every request, or @file with one on each line"),
  include: several(
    'pattern',
    "check nothing else: an operation by its id or as 'GET /plants*', a rule by its id, or layer:http, layer:document, layer:profile; a star stands for any text",
  ),
  exclude: several('pattern', 'leave this out, named as for --include'),
  baseline: file('known failures with reasons: they are reported, and fail no check'),
  'write-baseline': file('write what failed now to this file, for reasons to be added'),
  seed: { ...whole('the same seed gives the same run', 0, 999_999_999), default: 1 },
  budget: {
    value: 'how much',
    help: 'how much is tried, and for how long at most: quick 1 minute, standard 5, deep 25, used in full',
    schema: oneOf<Budget>('quick', 'standard', 'deep'),
    default: 'standard',
  },
  wait: { ...seconds('how long to wait for a service that starts, such as 30s', 0, 9999), default: 0 },
  timeout: seconds('how long a response may take, by default 10s', 1, 600),
  rate: whole('at most so many requests per second, of all checkers together', 2, 10_000),
  cacert: file('certificates (PEM) to trust besides the usual ones'),
  insecure: isOn('accept any certificate'),
  minutes: whole('how long the check may take, in place of the time of its budget', 1, 1440),
  'at-least': {
    ...whole('how much of what the run could show must be seen for a verdict', 0, 100),
    value: 'percent',
    default: usualAtLeast,
  },
  only: { value: 'part', help: 'check by the original contract alone', schema: oneOf('given') },
  checker: {
    value: 'name',
    help: 'use only this one, or all, which is the default without --contract; sessions needs no Python',
    schema: oneOf(...(own?.checkerNames ?? ['sessions', 'schemathesis']), 'all'),
  },
  report: file('write the reports to this directory', 'directory'),
  json: isOn('print the JSON report; errors as JSON too'),
} as const satisfies Readonly<Record<string, CheckOption>>

/** By the long names, in the order of the help. */
export const checkOptions: Readonly<Record<string, CheckOption>> = table

type InCamelCase<Name> = Name extends `${infer Head}-${infer Tail}` ? `${Head}${Capitalize<Tail>}` : Name
type Given = {
  readonly [Name in keyof typeof table as InCamelCase<Name>]?: Static<(typeof table)[Name]['schema']>
}

/** The options of a check, as commander hands them over. */
export type CheckOptions = Given & Required<Pick<Given, 'seed' | 'budget' | 'wait' | 'atLeast'>>

/** Adds the options with these names, by default all. `changes` differ from the list, as for another command. */
export function addOptions(
  command: Command,
  names: readonly string[] = Object.keys(checkOptions),
  changes: Readonly<Record<string, Partial<CheckOption>>> = {},
): Command {
  for (const name of names) {
    const row = { ...checkOptions[name], ...changes[name] }
    const option = new Option(`--${name}${row.value === undefined ? '' : ` <${row.value}>`}`, row.help)
    if (row.default !== undefined) option.default(row.default)
    if (Array.isArray(row.schema?.['enum'])) option.choices(row.schema['enum'].map(String))
    if (row.schema?.['type'] === 'array')
      option.argParser((one, all?: readonly string[]) => [...(all ?? []), one])
    if (isNumber(name)) option.argParser((given) => readNumber(name, given))
    command.addOption(option.hideHelp(name === 'own' && clone === undefined))
  }
  return command
}

/** Whether the value of the option is a number. */
export const isNumber = (name: string): boolean => checkOptions[name]?.schema['minimum'] !== undefined

/** The whole number that the option is on the command line; of seconds, `30s` is 30. Throws an `InputError`. */
export function readNumber(name: string, given: string): number {
  const { value = '', schema } = checkOptions[name] ?? {}
  const { minimum, maximum } = { minimum: 0, maximum: 0, ...schema }
  const digits = value === 'seconds' ? given.replace(/s$/, '') : given
  const number = Number(digits)
  if (/^(?:0|[1-9]\d{0,8})$/.test(digits) && number >= minimum && number <= maximum) return number
  const what = value === 'seconds' ? 'number of seconds, such as 30s,' : 'whole number'
  throw new InputError(`--${name} ${JSON.stringify(given)} is not a ${what} from ${minimum} to ${maximum}.`)
}

/** The schema of the configuration file. */
export const configSchema = {
  $schema: 'http://json-schema.org/draft-07/schema#',
  title: 'Options of conformance check, by their long names; those of the command line take precedence',
  type: 'object',
  additionalProperties: false,
  properties: {
    $schema: { description: 'Where this schema is, for editors', type: 'string' },
    url: { description: 'Where the root of the service is, such as https://plants.example/api', ...text },
    ...Object.fromEntries(
      Object.entries(checkOptions)
        .filter(([name]) => name !== 'config')
        .map(([name, { help, schema }]) => [name, { description: help, ...schema }]),
    ),
  },
}

const usualNames = ['conformance.yaml', 'conformance.json']

/** The address and the options of the command, completed by the file. Rejects with an `InputError`. */
export async function withConfig(
  address: string | undefined,
  command: Command,
): Promise<{ readonly url: string | undefined; readonly options: CheckOptions }> {
  const given = command.opts<CheckOptions>()
  const path = given.config ?? usualNames.find((name) => existsSync(name))
  if (path === undefined) return { url: address, options: given }
  const config = await readChecked<Config>('configuration file', path, configSchema)
  const replaced = new Set(
    Object.entries(checkOptions)
      .filter(([name]) => command.getOptionValueSource(keyOf(name)) === 'cli')
      .flatMap(([name, { replaces = [] }]) => [name].concat(replaces))
      .concat('$schema', address === undefined ? [] : ['url', 'own']),
  )
  const { url = address, ...more }: Config = Object.fromEntries(
    Object.entries(config)
      .filter(([name, value]) => !replaced.has(name) && value !== false)
      .map(([name, value]) => [keyOf(name), read(name, value, path)]),
  )
  return { url, options: { ...given, ...more } }
}

type Config = Readonly<Record<string, unknown>> & { readonly url?: string }

const keyOf = (name: string): string => name.replaceAll(/-./g, ([, letter = '']) => letter.toUpperCase())

/** As the command line would give it; a path is resolved from the file that names it. */
function read(name: string, value: unknown, from: string): unknown {
  if (isNumber(name)) return readNumber(name, String(value))
  const isPath = checkOptions[name]?.isPath === true && typeof value === 'string'
  return isPath && !/^(?:-$|https?:)/.test(value) ? resolve(dirname(from), value) : value
}
