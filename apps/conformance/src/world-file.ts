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
      ...toCredential(credential),
      ...(name !== undefined && { name }),
      ...(plants !== undefined && { plants }),
      ...(own !== undefined && { values: own }),
    })),
    refused: refused.map((one) => toCredential(one)),
    ...(values !== undefined && { values }),
  }
}

const tokenIn = ([name, value]: Field): string | undefined =>
  /^authorization: bearer +([\w.~+/-]+=*)$/i.exec(`${name}: ${value}`)?.[1]

function toCredential(given: string | FileCredential): Credential {
  if (typeof given === 'string') return { token: given }
  const { headers = {}, query = {} } = given
  const all = Object.entries(headers)
  const { token = all.map((field) => tokenIn(field)).find((one) => one !== undefined) } = given
  const fields = all.filter((field) => tokenIn(field) === undefined)
  const parameters = Object.entries(query)
  return {
    ...(token !== undefined && { token }),
    ...(fields.length > 0 && { fields }),
    ...(parameters.length > 0 && { query: parameters }),
  }
}

/** What the schema can't say: that a field is not the harness' own nor given twice, and no credential anybody else's. */
function findFaults({ callers = [], refused = [] }: WorldFile): readonly string[] {
  const all = Object.entries({ callers, refused }).flatMap(([list, own]) =>
    own.map((one, index) => ({ place: `/${list}/${index}`, one, text: JSON.stringify(toCredential(one)) })),
  )
  const repeated = all.flatMap(({ place, text }) => {
    const first = all.find((other) => other.text === text)?.place
    return first === place ? [] : [`at ${place}: the credential is already used at ${first}`]
  })
  return [
    ...all.flatMap(({ place, one }) => (typeof one === 'string' ? [] : faultyFields(place, one))),
    ...repeated,
  ]
}

function faultyFields(place: string, { token, headers = {} }: FileCredential): readonly string[] {
  const seen = new Set(token === undefined ? [] : ['authorization'])
  return Object.keys(headers).flatMap((name) => {
    const key = name.toLowerCase()
    const isTwice = seen.has(key)
    seen.add(key)
    const fault = isReserved(name) ? 'the harness itself decides this field' : 'the field is given twice'
    return isTwice || isReserved(name) ? [`at ${place}/headers/${name}: ${fault}`] : []
  })
}
