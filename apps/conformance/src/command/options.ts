/** Every option of a check: the command line, the configuration file and its schema are made of this list. */
import { InputError } from '../document/input-error.ts'
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
const texts = Type.Array(text, { minItems: 1 })
const isOn = Type.Unsafe<true>({ type: 'boolean' })
const oneOf = <Name extends string>(...names: readonly Name[]) => Type.Unsafe<Name>({ enum: names })
const whole = (minimum: number, maximum: number) => Type.Integer({ minimum, maximum })
const seconds = (minimum: number, maximum: number) =>
  Type.Unsafe<number>({
    type: ['integer', 'string'],
    minimum,
    maximum,
    pattern: String.raw`^\d{1,4}s?$`,
  })
const file = { value: 'file', schema: text, isPath: true } as const
const credentials = ['token', 'token-file', 'world']

const table = {
  config: {
    ...file,
    help: 'a configuration file, by default conformance.yaml or conformance.json in this directory',
  },
  contract: {
    value: 'file or URL',
    help: 'an OpenAPI 3.0 or 3.1 document to check by, in place of our own',
    schema: text,
    isPath: true,
  },
  profile: { ...file, help: "with --contract: a module with rules that OpenAPI can't say" },
  writes: {
    help: 'with --contract: also try what changes something: POST, PUT, PATCH and DELETE',
    schema: isOn,
  },
  own: {
    help: 'check the service of this repository, started with a known world',
    schema: isOn,
    replaces: ['url', 'contract', 'profile', 'writes', ...credentials, 'header'],
  },
  token: {
    value: 'token',
    help: 'a token that the service accepts; other users of the machine can see it: prefer a file, or PLANT_STORE_TOKEN',
    schema: text,
    replaces: credentials,
  },
  'token-file': {
    ...file,
    help: 'a file that holds the token; - reads standard input',
    replaces: credentials,
  },
  world: {
    ...file,
    help: 'a JSON file of the users and the plants they see',
    schema: Type.Unsafe<string | WorldFile>({ anyOf: [text, { $ref: 'world.schema.json' }] }),
    replaces: credentials,
  },
  header: {
    value: 'field',
    help: "a field such as 'X-Tenant: a' for every request, or @file with one on each line; may be repeated",
    schema: texts,
  },
  include: {
    value: 'pattern',
    help: "check nothing else: an operation by its id or as 'GET /plants*', a rule by its id, or layer:http, layer:document, layer:profile; a star stands for any text; may be repeated",
    schema: texts,
  },
  exclude: {
    value: 'pattern',
    help: 'leave this out, named as for --include; may be repeated',
    schema: texts,
  },
  baseline: { ...file, help: 'known failures with reasons: they are reported, and fail no check' },
  'write-baseline': { ...file, help: 'write what failed now to this file, for reasons to be added' },
  seed: {
    value: 'number',
    help: 'the same seed gives the same run',
    schema: whole(0, 999_999_999),
    default: 1,
  },
  budget: {
    value: 'how much',
    help: 'how much is tried, and for how long at most: quick 1 minute, standard 5, deep 25, used in full',
    schema: oneOf<Budget>('quick', 'standard', 'deep'),
    default: 'standard',
  },
  wait: {
    value: 'seconds',
    help: 'how long to wait for a service that starts, such as 30s',
    schema: seconds(0, 9999),
    default: 0,
  },
  timeout: {
    value: 'seconds',
    help: 'how long a response may take, by default 10s',
    schema: seconds(1, 600),
  },
  rate: {
    value: 'number',
    help: 'at most so many requests per second, of all checkers together',
    schema: whole(2, 10_000),
  },
  cacert: { ...file, help: 'certificates (PEM) to trust besides the usual ones' },
  insecure: { help: 'accept any certificate', schema: isOn },
  minutes: {
    value: 'number',
    help: 'how long the check may take, in place of the time of its budget',
    schema: whole(1, 1440),
  },
  'at-least': {
    value: 'percent',
    help: 'how much of what the run could show must be seen for a verdict',
    schema: whole(0, 100),
    default: usualAtLeast,
  },
  only: { value: 'part', help: 'check by the original contract alone', schema: oneOf('given') },
  checker: {
    value: 'name',
    help: 'use only this one, or all, which is the default without --contract; sessions needs no Python',
    schema: oneOf(...(own?.checkerNames ?? ['sessions', 'schemathesis']), 'all'),
  },
  report: {
    value: 'directory',
    help: 'write the reports to this directory',
    schema: text,
    isPath: true,
  },
  json: { help: 'print the JSON report; errors as JSON too', schema: isOn },
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
