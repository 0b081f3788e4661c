/** The checker of sessions for any document. */
import { Secrets } from '@plant-store/raw-http'
import type { Checker } from '../run/checker.ts'
import type { Rule } from '../rules/rules.ts'
import { Player } from '../sessions/run/player.ts'
import { runStages } from '../sessions/run/run-stages.ts'
import type { AnyContract } from './model.ts'
import { triedOf } from './oracle/analyse.ts'
import { DocumentOracle } from './oracle/document-oracle.ts'
import { Service } from './oracle/service.ts'
import { isAddressable } from './paths.ts'
import type { Profile } from './profile.ts'
import { relationsOfAny } from './relations.ts'
import { type Extent, stagesOf } from './stages/stages.ts'
import { untriedIn, unusableIn } from './untried.ts'

interface Manner extends Extent {
  readonly profile?: Profile | undefined
}

export function documentChecker(contract: AnyContract, rules: readonly Rule[], manner: Manner): Checker {
  return {
    name: 'sessions',
    check: async (subject, collector) => {
      const secrets = new Secrets(subject)
      const oracle = new DocumentOracle(new Service(subject, contract), rules, secrets, manner.profile)
      const player = new Player({ subject, collector, secrets, oracle, makeRelations: relationsOfAny })
      const known = new Set(rules.map(({ id }) => id))
      for (const [rule, reason] of contract.operations.flatMap((one) => unusableIn(contract, one)))
        if (known.has(rule)) collector.inconclusive(rule, reason)
      const nameless = contract.operations.filter((one) => !isAddressable(one))
      if (nameless.length > 0) {
        const names = nameless.map(({ method, path }) => `${method} ${path}`)
        const share = nameless.length / contract.operations.length
        collector.notReached(`No request can have the path of ${names.join(', ')}: not tried.`, share)
      }
      for (const operation of triedOf(oracle.service.operations, manner.writes))
        for (const what of untriedIn(contract, operation))
          collector.notMade(what, `${operation.method} ${operation.path}`)
      await runStages(player, stagesOf(manner))
    },
  }
}
