/** The catalogue: servers that break the contract, and correct ones. */
import { readdirSync } from 'node:fs'
import { type Mutant, mutantsOf, type Tables, together } from './mutant.ts'

const directory = new URL('catalogue/', import.meta.url)

/** Each faulty server must be caught; no correct one, whose files are called variants, may be accused. */
export const mutants: readonly Mutant[] = (
  await Promise.all(
    readdirSync(directory)
      .toSorted()
      .map((file) => readFile(file)),
  )
).flat()

async function readFile(file: string): Promise<readonly Mutant[]> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- these files have nothing else
  const tables = (await import(new URL(file, directory).href)) as Tables
  return mutantsOf(!file.startsWith('variant'), tables)
}

const byId = new Map(mutants.map((mutant) => [mutant.id, mutant]))

/**
 * The mutant with that name; for several names joined by plus signs, all of these in one. Throws a `RangeError` for an
 * unknown name.
 */
export const mutantById = (id: string): Mutant =>
  id
    .split('+')
    .map((one) => byId.get(one) ?? fail(one))
    .reduce((one, other) => together(one, other))

function fail(id: string): never {
  throw new RangeError(`There is no mutant ${JSON.stringify(id)}.`)
}
