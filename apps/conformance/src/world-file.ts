/** The file that tells the harness what the service should know: its users, and what they see. */
import { isUtf8 } from 'node:buffer'
import { readFile } from 'node:fs/promises'
import type { Credential, Field } from '@plant-store/raw-http'
import { Ajv, type ErrorObject } from 'ajv'
import schema from '../world.schema.json' with { type: 'json' }
import { type Caller, isReserved, type Subject } from './subject.ts'

/** A credential as the file has it: `token` is short for `Authorization: Bearer`. */
interface FileCredential {
  readonly token?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, string>>
}

/** What the file holds; `world.schema.json` is its schema. */
export interface WorldFile {
  /** None where the service asks for no credential. */
  readonly callers?: readonly (FileCredential & Pick<Caller, 'name' | 'plants' | 'values'>)[]
  /** In `refused`, a text is a token; `refusedTokens` is the older name for a list of them. */
  readonly refused?: readonly (string | FileCredential)[]
  readonly refusedTokens?: readonly string[]
  readonly values?: Subject['values']
}

/** What is known of a service. */
export type Known = Pick<Subject, 'callers' | 'refused' | 'values'>

/** Everything that is wrong with a world file; the message has a line for each fault, with its place. */
export class WorldFileError extends Error {
  override readonly name = 'WorldFileError'

  constructor(file: string, faults: readonly string[]) {
    super([`The world file ${file} can't be used.`, ...faults.map((fault) => `  ${fault}`)].join('\n'))
  }
}

/** Rejects with a `WorldFileError`. No message quotes the file, since it holds secrets. */
export async function readWorldFile(file: string): Promise<Known> {
  const bytes = await readBytes(file)
  // Names in another encoding would be read as different names, and the service would be accused because of them.
  if (!isUtf8(bytes)) throw new WorldFileError(file, ['It is not UTF-8 text.'])
  const value = parseJson(file, new TextDecoder().decode(bytes))
  const isWorld = new Ajv({ allErrors: true, allowUnionTypes: true }).compile<WorldFile>(schema)
  if (!isWorld(value)) {
    const errors = (isWorld.errors ?? []).filter(
      ({ schemaPath }) => !/\/(?:anyOf\/.*|propertyNames)$/.test(schemaPath),
    )
    throw new WorldFileError(
      file,
      errors.map((error) => faultOf(error)),
    )
  }
  return knownIn(value, file)
}

/** The same for what has the form of such a file. Throws a `WorldFileError`. */
export function knownIn(world: WorldFile, file: string): Known {
  const faults = findFaults(world)
  if (faults.length > 0) throw new WorldFileError(file, faults)
  return knownFrom(world)
}

/** What the content of a file says. A bearer token among the header fields is a token like any other. */
export function knownFrom({ callers = [], refusedTokens = [], refused = [], values }: WorldFile): Known {
  return {
    callers: callers.map(({ name, plants, values: own, ...credential }) => ({
      ...(name !== undefined && { name }),
      ...toCredential(credential),
      ...(plants !== undefined && { plants }),
      ...(own !== undefined && { values: own }),
    })),
    refused: [...refusedTokens, ...refused].map((one) =>
      toCredential(typeof one === 'string' ? { token: one } : one),
    ),
    ...(values !== undefined && { values }),
  }
}

function toCredential({ token, headers = {}, query = {} }: FileCredential): Credential {
  const all = Object.entries(headers)
  const found = all.map((field) => readBearer(field)).find((one) => one !== undefined)
  const fields = all.filter((field) => readBearer(field) === undefined)
  const parameters = Object.entries(query)
  const known = token ?? found
  return {
    ...(known !== undefined && { token: known }),
    ...(fields.length > 0 && { fields }),
    ...(parameters.length > 0 && { query: parameters }),
  }
}

const readBearer = ([name, value]: Field): string | undefined =>
  /^authorization$/i.test(name) ? /^bearer +([\w.~+/-]+=*)$/i.exec(value)?.[1] : undefined

async function readBytes(file: string): Promise<Buffer> {
  try {
    return await readFile(file)
  } catch (fault) {
    throw new WorldFileError(file, [explainFile(file, fault)])
  }
}

/** Why the file can't be read, as a sentence. */
export function explainFile(file: string, fault: unknown): string {
  const code = fault instanceof Error && 'code' in fault ? String(fault.code) : ''
  const known: Readonly<Record<string, string>> = {
    ENOENT: `There is no file ${file}.`,
    EISDIR: `${file} is a directory.`,
    EACCES: `You have no permission to read ${file}.`,
  }
  return known[code] ?? `${file} can't be read (${code}).`
}

function parseJson(file: string, text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (fault) {
    // The engine's own message quotes the text, and does not always have the place.
    const [, line, column] = /\(line (\d+) column (\d+)\)/.exec(String(fault)) ?? []
    const place = line === undefined ? '' : `: the error is at line ${line}, column ${column}`
    throw new WorldFileError(file, [`It is not JSON${place}.`])
  }
}

function faultOf({ instancePath, keyword, params, message = '' }: ErrorObject): string {
  const extra: unknown = params['additionalProperty']
  const place = typeof extra === 'string' ? `${instancePath}/${extra}` : instancePath
  const fault = keyword === 'anyOf' ? 'must have a token, headers or a query' : message
  return `${place === '' ? 'at the top' : `at ${place}`}: ${fault}`
}

/** What the schema can't say: which header fields go together, and that no credential is anybody else's. */
function findFaults({ callers = [], refusedTokens = [], refused = [] }: WorldFile): readonly string[] {
  const places = [
    ...callers.map((caller, index) => [`/callers/${index}`, caller] as const),
    ...refusedTokens.map((token, index) => [`/refusedTokens/${index}`, { token }] as const),
    ...refused.map(
      (one, index) => [`/refused/${index}`, typeof one === 'string' ? { token: one } : one] as const,
    ),
  ]
  const first = new Map<string, string>()
  const repeated = places.flatMap(([place, one]) => {
    const text = JSON.stringify(toCredential(one))
    const earlier = first.get(text)
    first.set(text, earlier ?? place)
    return earlier === undefined ? [] : [`at ${place}: the credential is already used at ${earlier}`]
  })
  return [...places.flatMap(([place, one]) => findFieldFaults(place, one)), ...repeated]
}

function findFieldFaults(place: string, { token, headers = {} }: FileCredential): readonly string[] {
  const sent = new Set(token === undefined ? [] : ['authorization'])
  return Object.keys(headers).flatMap((name) => {
    const at = `at ${place}/headers/${name}`
    if (isReserved(name)) return [`${at}: the harness itself decides this field`]
    if (sent.has(name.toLowerCase())) return [`${at}: the field is given twice`]
    sent.add(name.toLowerCase())
    return []
  })
}
