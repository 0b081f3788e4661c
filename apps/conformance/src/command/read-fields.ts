/** Reads the header fields of every request, and those of a caller. */
import { InputError } from '../document/input-error.ts'
import { readFile } from 'node:fs/promises'
import type { Field } from '@plant-store/raw-http'
import { isReserved } from '../subject.ts'
import { explainFile } from '../checked-file.ts'
import { type Known, knownFrom } from '../world-file.ts'

/** A field of every request can't be a caller's own as well. Throws an `InputError`. */
export function refuseShared({ callers, refused }: Known, every: readonly Field[]): void {
  const own = [...callers, ...refused].flatMap(({ fields = [] }) => fields)
  const shared = every.find(([name]) => own.some((one) => isSame(name, one[0])))
  if (shared !== undefined) throw new InputError(`--header and the world file both give ${shared[0]}.`)
}

const isSame = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase()

/**
 * Fields of --header that the contract takes as a credential are a caller's: requests without one must lack them. `names`
 * in lower case. Throws an `InputError`.
 */
export function withOwnFields<Given extends Known & { readonly fields?: readonly Field[] | undefined }>(
  known: Given,
  names: readonly string[],
): Given {
  const { fields = [], callers } = known
  const own = fields.filter(([name]) => names.includes(name.toLowerCase()))
  const [caller = {}, ...others] = callers
  const [first] = own
  if (first === undefined) return known
  if (others.length > 0)
    throw new InputError(`The contract takes ${first[0]} as a credential: give it in the world file.`)
  const [added] = knownFrom({ callers: [{ headers: Object.fromEntries(own) }] }).callers
  return { ...known, callers: [{ ...caller, ...added }], fields: fields.filter((one) => !own.includes(one)) }
}

/** Each `Name: value`, or from `@file`, one on a line. No message repeats a value. Rejects with an `InputError`. */
export async function readFields(header: readonly string[] = []): Promise<readonly Field[]> {
  const lines = await Promise.all(header.map((one) => linesOf(one)))
  const fields = lines.flat().map((line, index) => readField(line, index + 1))
  const twice = fields.find(([name], at) => fields.slice(0, at).some((one) => isSame(name, one[0])))
  if (twice !== undefined) throw new InputError(`--header gives ${twice[0]} twice.`)
  return fields
}

async function linesOf(given: string): Promise<readonly string[]> {
  if (!given.startsWith('@')) return [given]
  const file = given.slice(1)
  try {
    return (await readFile(file, 'latin1')).split('\n').filter((line) => line.trim() !== '')
  } catch (fault) {
    throw new InputError(`Header fields are missing: ${explainFile(file, fault)}`)
  }
}

function readField(line: string, number: number): Field {
  const [, name, value = ''] = /^([\w!#$%&'*+.^`|~-]+):[ \t]*([!-~](?:[ -~]*[!-~])?)\s*$/.exec(line) ?? []
  if (name === undefined)
    throw new InputError(
      `Field ${number} of --header is not of the form 'Name: value', with a value of printable ASCII characters.`,
    )
  if (isReserved(name))
    throw new InputError(`--header can't give ${name}: the harness itself decides this field.`)
  return [name, value]
}
