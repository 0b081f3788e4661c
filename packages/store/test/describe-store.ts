/** Checks the promises of `store.ts` on any engine. */
import { describe, it } from 'node:test'
import { accessPromises } from './promises/access.ts'
import { effectiveAccessPromises } from './promises/effective-access.ts'
import { importProblemPromises } from './promises/import-problems.ts'
import { importPromises } from './promises/imports.ts'
import { namePromises } from './promises/names.ts'
import { operatingChapters } from './promises/operating.ts'
import { pagePromises } from './promises/pages.ts'
import { usersPromises } from './promises/users.ts'
import { revisionPromises } from './promises/revisions.ts'
import { sessionPromises } from './promises/sessions.ts'
import { standingGrantPromises } from './promises/standing-grants.ts'
import { tokenPromises } from './promises/tokens.ts'
import type { OpenWorld } from './promises/world.ts'

const chapters = {
  sessions: sessionPromises,
  pages: pagePromises,
  'users and groups': usersPromises,
  names: namePromises,
  access: accessPromises,
  'standing grants': standingGrantPromises,
  'who sees what, and why': effectiveAccessPromises,
  revisions: revisionPromises,
  tokens: tokenPromises,
  imports: importPromises,
  'problems of imports': importProblemPromises,
  ...operatingChapters,
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
