/** The users that the services of `services/` know, and the world file that describes them to the harness. */
import { createHmac } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { WorldFile } from '../../src/world-file.ts'

/** What a service accepts as a token: a JSON Web Token (RFC 7519) with the user in `sub`, or a text that it knows. */
export type TokenKind = 'jwt' | 'text'

interface UsersFile {
  readonly secret: string
  readonly users: readonly {
    readonly name: string
    readonly token: string
    readonly plants: readonly { readonly name: string; readonly tag?: string }[]
  }[]
}

/** The file that every service reads. */
export const usersFile = fileURLToPath(new URL('../../services/users.json', import.meta.url))

// Seconds since 1970: equal runs need equal tokens.
const in2100 = 4_102_444_800
const in2020 = 1_577_836_800

/** Writes the world file into the directory. Resolves to its path. */
export async function writeWorld(directory: string, kind: TokenKind): Promise<string> {
  const content = JSON.parse(await readFile(usersFile, 'utf8')) as UsersFile
  const file = join(directory, `world-${kind}.json`)
  await writeFile(file, JSON.stringify(kind === 'jwt' ? worldOfJwts(content) : worldOfTexts(content)))
  return file
}

function worldOfTexts({ users }: UsersFile): WorldFile {
  return {
    callers: users.map(({ token, plants }) => ({ token, plants: [...plants] })),
    refused: ['T9nJx4cVq0aR2mWz-dora', 'Zk3pW0x2bq9LrVt8-amara'],
  }
}

function worldOfJwts({ secret, users }: UsersFile): WorldFile {
  return {
    callers: users.map(({ name, plants }) => ({
      token: sign({ sub: name, exp: in2100 }, secret),
      plants: [...plants],
    })),
    refused: [
      sign({ sub: 'amara', exp: in2020 }, secret),
      sign({ sub: 'amara', exp: in2100 }, 'the secret of another service'),
      sign({ sub: 'dora', exp: in2100 }, secret),
      `${encode({ alg: 'none', typ: 'JWT' })}.${encode({ sub: 'amara', exp: in2100 })}.`,
    ],
  }
}

/** A JSON Web Token (RFC 7515, 3.1), signed with HS256. */
function sign(payload: object, secret: string): string {
  const text = `${encode({ alg: 'HS256', typ: 'JWT' })}.${encode(payload)}`
  return `${text}.${createHmac('sha256', secret).update(text).digest('base64url')}`
}

const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url')
