/** Checks the promises of `store.ts` on any engine. What histories show (`histories.test.ts`) is not repeated. */
import { describe, it } from 'node:test'
import { auditPromises } from './promises/audit.ts'
import { dryRunPromises } from './promises/dry-runs.ts'
import { importPromises } from './promises/imports.ts'
import { listPromises } from './promises/lists.ts'
import { namePromises } from './promises/names.ts'
import { pagePromises } from './promises/pages.ts'
import { refusalPromises } from './promises/refusals.ts'
import { sessionPromises } from './promises/sessions.ts'
import { tokenUsePromises } from './promises/token-use.ts'
import { tokenPromises } from './promises/tokens.ts'
import { usersPromises } from './promises/users.ts'
import type { OpenWorld } from './promises/world.ts'

const chapters = {
  sessions: sessionPromises,
  pages: pagePromises,
  lists: listPromises,
  'users and groups': usersPromises,
  names: namePromises,
  tokens: tokenPromises,
  'the use of tokens': tokenUsePromises,
  imports: importPromises,
  refusals: refusalPromises,
  'the audit trail': auditPromises,
  'dry runs': dryRunPromises,
} as const

/** Checks every promise of a store, each on a fresh and empty one. */
export function describeStore(name: string, open: OpenWorld): void {
  void describe(name, () => {
    for (const [chapter, promises] of Object.entries(chapters)) {
      void describe(chapter, () => {
        for (const [promise, check] of Object.entries(promises)) {
          void it(promise, async () => {
            const world = await open()
            try {
              await check(world)
            } finally {
              await world.close()
            }
          })
        }
      })
    }
  })
}
