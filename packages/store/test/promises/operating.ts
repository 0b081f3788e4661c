/** What a store promises for day-to-day operation, in chapters. */
import { auditPromises } from './audit.ts'
import { dryRunPromises } from './dry-runs.ts'
import { endingTokenPromises } from './ending-tokens.ts'
import { listPromises } from './lists.ts'
import { plantPromises } from './plants.ts'
import { renamingAndDisablingPromises } from './renaming-and-disabling.ts'
import { tokenUsePromises } from './token-use.ts'

export const operatingChapters = {
  'renaming and disabling': renamingAndDisablingPromises,
  'single plants': plantPromises,
  'the use of tokens': tokenUsePromises,
  'tokens that end': endingTokenPromises,
  lists: listPromises,
  'the audit trail': auditPromises,
  'dry runs': dryRunPromises,
} as const
