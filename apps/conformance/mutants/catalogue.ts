/** The catalogue: servers of every class that break the contract, and correct ones. */
import { type Mutant, type MutantClass, mutantsOf, type Tables, together } from './mutant.ts'

/** The files of each class, in the order of the catalogue. */
const classes: Readonly<Record<MutantClass, readonly string[]>> = {
  'body of a plant': ['plants'],
  'body of an error': ['errors'],
  status: ['status'],
  headers: ['headers'],
  authentication: ['authentication'],
  access: ['access'],
  'grammar of limit': ['limit-grammar'],
  'meaning of limit': ['limit-meaning'],
  'methods and paths': ['routes'],
  'time and state': ['history', 'conditions', 'connections'],
  variant: [
    'variants',
    'variant-writings',
    'variant-worlds',
    'variant-given',
    'variant-codings',
    'variant-fields',
    'reported-variants',
  ],
}

/** Each faulty server must be caught; no correct one may be accused. */
export const mutants: readonly Mutant[] = await readCatalogue()

async function readCatalogue(): Promise<readonly Mutant[]> {
  const reading = Object.entries(classes).flatMap(([kind, files]) =>
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the type above says so
    files.map((file) => readFile(kind as MutantClass, file)),
  )
  return (await Promise.all(reading)).flat()
}

async function readFile(kind: MutantClass, file: string): Promise<readonly Mutant[]> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a test says that these files have no other tables
  return mutantsOf(kind, (await import(`./catalogue/${file}.ts`)) as Tables)
}

const byId = new Map(mutants.map((mutant) => [mutant.id, mutant]))

/**
 * The mutant with that name; for several names joined by plus signs, all of these in one. Throws a `RangeError` for an
 * unknown name.
 */
export const mutantById = (id: string): Mutant =>
  id
    .split('+')
    .map((one) => named(one))
    .reduce((one, other) => together(one, other))

function named(id: string): Mutant {
  const mutant = byId.get(id)
  if (mutant === undefined) throw new RangeError(`There is no mutant ${JSON.stringify(id)}.`)
  return mutant
}
