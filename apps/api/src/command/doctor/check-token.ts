/** Is the token well-formed, and does the database accept it? */
import { isWellFormedToken, type Store, type TokenRefusal } from '@plant-store/store'
import { type Check, failed, passed, skipped } from './check.ts'

const meanings: Readonly<Record<TokenRefusal['refusal'], string>> = {
  malformed: 'It is mistyped or cut: copy it again, from pst_ to its last character.',
  unknown:
    'The database has no such token: it is of another database, or its user was removed. Make one with plant-store tokens create.',
  expired: 'It has expired. Make another with plant-store tokens create.',
  'user disabled': 'Its user is disabled. Enable the user with plant-store users enable.',
  revoked: 'It was revoked. Make another with plant-store tokens create.',
}

export async function checkToken(token: string | undefined, store: Store | undefined): Promise<Check> {
  if (token === undefined)
    return skipped('token', 'None was given. Give one with --token-file or PLANT_STORE_TOKEN.')
  if (!isWellFormedToken(token)) return failed('token', meanings.malformed)
  if (store === undefined)
    return passed('token', 'It is well-formed. Only the database can tell whether it is valid.')
  const session = await store.openSession(token)
  return 'refusal' in session
    ? failed('token', meanings[session.refusal])
    : passed('token', `The database accepts it; it belongs to user ${session.principal.user}.`)
}
