/** All checkers of a service. */
import { clone } from '#clone'
import type { Checker } from './run/checker.ts'

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
  const [{ sessionsChecker }, { schemathesisChecker }, prism] = await Promise.all([
    import('./plants/checker.ts'),
    import('./adapters/schemathesis/checker.ts'),
    clone?.prism(),
  ])
  const everywhere = [sessionsChecker({ writes }), schemathesisChecker({ reportDirectory })]
  return prism === undefined ? everywhere : [...everywhere, prism.prismChecker()]
}
