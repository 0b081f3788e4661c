/** The file that tells the harness what the service should know: its users, and which plants they see. */
import { isUtf8 } from 'node:buffer'
import { readFile } from 'node:fs/promises'
import { Plant } from '@plant-store/contracts/schemas'
import { type Static, Type } from '@sinclair/typebox'
import { Value, type ValueError } from '@sinclair/typebox/value'

// RFC 6750, 2.1.
const token = Type.String({
  description: 'A bearer token, without the word Bearer',
  pattern: '^[A-Za-z0-9._~+/-]+=*$',
})

/** The form of the file; `world.schema.json` has it as JSON Schema. */
export const WorldFile = Type.Object(
  {
    $schema: Type.Optional(Type.String({ description: 'Where this schema is, for editors' })),
    callers: Type.Array(
      Type.Object(
        {
          token,
          plants: Type.Optional(
            Type.Array(Type.Object(Plant.properties, { additionalProperties: false }), {
              description: 'All plants the caller has access to, in the order that the service promises',
            }),
          ),
        },
        { additionalProperties: false },
      ),
      { description: 'Users whose tokens are accepted', minItems: 1 },
    ),
    refusedTokens: Type.Optional(
      Type.Array(token, { description: 'Tokens that must be refused, such as expired and revoked ones' }),
    ),
  },
  { additionalProperties: false, title: 'World: who is there, and which plants they see' },
)
export type WorldFile = Static<typeof WorldFile>

/** Everything that is wrong with a world file; the message has a line for each fault, with its place. */
export class WorldFileError extends Error {
  override readonly name = 'WorldFileError'

  constructor(file: string, faults: readonly string[]) {
    super([`The world file ${file} can't be used.`, ...faults.map((fault) => `  ${fault}`)].join('\n'))
  }
}

/** Rejects with a `WorldFileError`. No message quotes the file, since it holds tokens. */
export async function readWorldFile(file: string): Promise<WorldFile> {
  const bytes = await readBytes(file)
  // Names in another encoding would be read as different names, and the service would be accused because of them.
  if (!isUtf8(bytes)) throw new WorldFileError(file, ['It is not UTF-8 text.'])
  const value = parseJson(file, new TextDecoder().decode(bytes))
  if (!Value.Check(WorldFile, value)) throw new WorldFileError(file, faultsOf(Value.Errors(WorldFile, value)))
  const repeated = repeatedTokens(value)
  if (repeated.length > 0) throw new WorldFileError(file, repeated)
  return value
}

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

/** One fault per place: the first error there names the cause, further ones repeat it. */
function faultsOf(errors: Iterable<ValueError>): readonly string[] {
  const byPlace = new Map<string, string>()
  for (const { path, message } of errors) {
    const place = path === '' ? 'at the top' : `at ${path}`
    if (!byPlace.has(place))
      byPlace.set(place, `${place}: ${message.charAt(0).toLowerCase()}${message.slice(1)}`)
  }
  return [...byPlace.values()]
}

function repeatedTokens({ callers, refusedTokens = [] }: WorldFile): readonly string[] {
  const places = [
    ...callers.map((caller, index) => ({ place: `/callers/${index}/token`, token: caller.token })),
    ...refusedTokens.map((refused, index) => ({ place: `/refusedTokens/${index}`, token: refused })),
  ]
  const first = new Map<string, string>()
  return places.flatMap(({ place, token: text }) => {
    const earlier = first.get(text)
    first.set(text, earlier ?? place)
    return earlier === undefined ? [] : [`at ${place}: the token is already used at ${earlier}`]
  })
}
