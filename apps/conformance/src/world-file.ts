/** The file that tells the harness what the service should know: its users, and what they see. */
import type { Credential, Field } from '@plant-store/raw-http'
import schema from '../world.schema.json' with { type: 'json' }
import { readChecked, refuse } from './checked-file.ts'
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
  /** A text is a token. */
  readonly refused?: readonly (string | FileCredential)[]
  readonly values?: Subject['values']
}

/** What is known of a service. */
export type Known = Pick<Subject, 'callers' | 'refused' | 'values'>

/** Rejects with an `InputError`. No message quotes the file, since it holds secrets. */
export const readWorldFile = async (file: string): Promise<Known> =>
  knownIn(await readChecked<WorldFile>('world file', file, schema), file)

/** The same for what has the form of such a file. Throws an `InputError`. */
export function knownIn(world: WorldFile, file: string): Known {
  const faults = findFaults(world)
  return faults.length > 0 ? refuse('world file', file, faults) : knownFrom(world)
}

/** What the content of a file says. A bearer token among the header fields is a token like any other. */
export function knownFrom({ callers = [], refused = [], values }: WorldFile): Known {
  return {
    callers: callers.map(({ name, plants, values: own, ...credential }) => ({
      ...(name !== undefined && { name }),
      ...toCredential(credential),
      ...(plants !== undefined && { plants }),
      ...(own !== undefined && { values: own }),
    })),
    refused: refused.map((one) => toCredential(asObject(one))),
    ...(values !== undefined && { values }),
  }
}

const asObject = (one: string | FileCredential): FileCredential =>
  typeof one === 'string' ? { token: one } : one

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

/** What the schema can't say: that a field is not the harness' own, and no credential anybody else's. */
function findFaults({ callers = [], refused = [] }: WorldFile): readonly string[] {
  const places = [
    ...callers.map((caller, index) => [`/callers/${index}`, caller] as const),
    ...refused.map((one, index) => [`/refused/${index}`, asObject(one)] as const),
  ]
  const first = new Map<string, string>()
  const repeated = places.flatMap(([place, one]) => {
    const text = JSON.stringify(toCredential(one))
    const earlier = first.get(text)
    first.set(text, earlier ?? place)
    return earlier === undefined ? [] : [`at ${place}: the credential is already used at ${earlier}`]
  })
  const reserved = places.flatMap(([place, { headers = {} }]) =>
    Object.keys(headers)
      .filter((name) => isReserved(name))
      .map((name) => `at ${place}/headers/${name}: the harness itself decides this field`),
  )
  return [...reserved, ...repeated]
}
