/** Is the token one, and does the database accept it? */
import { isWellFormedToken, type Store, type TokenRefusal } from '@plant-store/store'
import { type Check, failed, passed, skipped } from './check.ts'

const meanings: Readonly<Record<TokenRefusal['refusal'], string>> = {
  malformed: 'It is mistyped or cut: copy it again, from pst_ to its last character.',
  unknown:
    'The database has no such token: it belongs to another database, or its user was removed. Make a new one.',
  expired: 'It has expired. Make a new one with plant-store tokens create.',
  revoked: 'It was revoked. Make a new one with plant-store tokens create.',
}

export async function checkToken(token: string | undefined, store: Store | undefined): Promise<Check> {
  if (token === undefined) return skipped('token', 'None given. Set PLANT_STORE_TOKEN to have it examined.')
  if (!isWellFormedToken(token)) return failed('token', meanings.malformed)
  if (store === undefined)
    return passed('token', 'It is well-formed. Without the database no more can be told.')
  const session = await store.openSession(token)
  return 'refusal' in session
    ? failed('token', meanings[session.refusal])
    : passed('token', `The database accepts it; it is ${session.principal.user}'s.`)
}
