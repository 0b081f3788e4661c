/** A process of the killer pool. */
import { mutantById, mutants } from '../catalogue.ts'
import { type Killer, readKillers } from './killers.ts'
import type { Caught } from './killer-pool.ts'
import { findKiller } from './learn.ts'
import { endWithParent } from './pool.ts'
import { hearBriefly, hearJudge, replay } from './replay.ts'

endWithParent()

const killers = await readKillers()

/** Returns when the process is ready for other tasks. */
export const start = (): void => {}

export async function ask(mutant: string): Promise<Caught> {
  const killer = killers[mutant]
  if (killer !== undefined && (await replay(mutantById(mutant), killer)) !== undefined) return 'by its killer'
  const { court } = await hearJudge(mutantById(mutant))
  return court.finding === undefined ? undefined : 'by the whole judge'
}

/** The requests that catch faulty servers: each correct server gets some of them, and all of these together get all. */
const killing = Object.values(killers).flatMap((killer) =>
  killer !== undefined && 'session' in killer ? killer.session.requests : [],
)
const requests = [...new Map(killing.map((request) => [JSON.stringify(request), request])).values()]
const share = 16

export async function askCorrect(mutant: string): Promise<string | undefined> {
  const index = mutants.findIndex(({ id }) => id === mutant)
  const own = requests.filter((_, place) => place % share === index % share)
  const {
    court: { finding },
  } = await hearBriefly(mutantById(mutant), own)
  return finding && `${finding.rule}: ${finding.came}\n${finding.curl}`
}

export const learn = ({
  mutant,
  known,
}: {
  readonly mutant: string
  readonly known?: Killer
}): Promise<Killer | undefined> => findKiller(mutant, known)
