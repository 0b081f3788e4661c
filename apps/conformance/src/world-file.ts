/** The file that tells the harness what the service should know: its users, and what they see. */
import type { Credential, Field } from '@plant-store/raw-http'
import schema from '../world.schema.json' with { type: 'json' }
import { readChecked, refuse } from './checked-file.ts'
import type { Caller, Subject } from './subject.ts'

/** A credential as the file has it: `token` is short for `Authorization: Bearer`. */
interface FileCredential {
  readonly token?: string | undefined
  readonly headers?: Readonly<Record<string, string>> | undefined
  readonly query?: Readonly<Record<string, string>> | undefined
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

/** What the content of a file says. */
export function knownFrom({ callers = [], refused = [], values }: WorldFile): Known {
  return {
    callers: callers.map(({ token, headers, query, ...more }) => ({
      ...toCredential({ token, headers, query }),
      ...more,
    })),
    refused: refused.map((one) => toCredential(one)),
    ...(values !== undefined && { values }),
  }
}

const tokenIn = ([name, value]: Field): string | undefined =>
  /^authorization: bearer +([\w.~+/-]+=*)$/i.exec(`${name}: ${value}`)?.[1]

/** A text is a token; a bearer token among the header fields is a token like any other. */
export function toCredential(given: string | FileCredential): Credential {
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
  const owners = new Map<string, string>()
  return Object.entries({ callers, refused }).flatMap(([list, all]) =>
    all.flatMap((one, index) => {
      const place = `/${list}/${index}`
      const { token, headers = {} }: FileCredential = typeof one === 'string' ? {} : one
      const names = Object.keys(headers)
      const others = token === undefined ? [] : ['authorization']
      const credential = JSON.stringify(toCredential(one))
      const owner = owners.get(credential)
      owners.set(credential, owner ?? place)
      return [
        ...names.flatMap((name, at) => {
          const fault = faultOfField(name, [...others, ...names.slice(0, at)])
          return fault === undefined ? [] : [`at ${place}/headers/${name}: ${fault}`]
        }),
        ...(owner === undefined ? [] : [`at ${place}: the credential is already used at ${owner}`]),
      ]
    }),
  )
}

/** Why no request can have the field beside others of these names. */
export function faultOfField(name: string, others: readonly string[]): string | undefined {
  if (reserved.test(name)) return 'the harness itself decides this field'
  const isTwice = others.some((one) => one.toLowerCase() === name.toLowerCase())
  return isTwice ? 'the field is given twice' : undefined
}

/** They belong to the connection or the message: no credential is among them. */
const reserved = /^(?:host|connection|content-length|transfer-encoding|expect|upgrade|te|trailer)$/i
