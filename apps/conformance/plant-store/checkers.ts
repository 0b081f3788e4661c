/** All checkers of a service of plants. */
import { clone } from '#clone'
import type { Checker } from '../src/run/checker.ts'

/** Their names; the first is the quickest. */
export const checkerNames: readonly string[] = [
  'sessions',
  'schemathesis',
  ...(clone === undefined ? [] : ['prism']),
]

/**
 * All but Prism outside of a clone. `reportDirectory`: where they keep reports of their own. They are loaded only when a
 * check needs them.
 */
export async function makeCheckers(reportDirectory?: string, writes?: boolean): Promise<readonly Checker[]> {
  const [{ sessionsChecker }, { ownSchemathesis }, prism] = await Promise.all([
    import('./checker.ts'),
    import('./tools/schemathesis.ts'),
    clone?.prism(),
  ])
  const everywhere = [sessionsChecker({ writes }), ownSchemathesis(reportDirectory)]
  return prism === undefined ? everywhere : [...everywhere, prism.prismChecker()]
}
