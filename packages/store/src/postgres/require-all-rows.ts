/** Checks that a role may read the lists of all users. */
import { StoreError } from '../store-error.ts'
import { query, type Reading } from './connection.ts'

const sql = query<[isActive: string | null, role: string]>(
  "select case when row_security_active('plant_access') then 'yes' end, current_user::text",
)

/** Rejects with `unreadable` if the role sees only the lists of tokens that it presents: others would seem empty. */
export async function requireAllRows(reading: Reading): Promise<void> {
  const [isActive, role] = (await reading.row(sql)) ?? [null, '']
  if (isActive === null) return
  throw new StoreError(
    'unreadable',
    `The role ${role} may not see the lists of all users of ${reading.database}; ` +
      'use the one that owns the tables.',
  )
}
