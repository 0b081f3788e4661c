/** Puts one server of the catalogue before the judges. */
import { check } from '../../src/court/check.ts'
import type { Judge } from '../../src/court/judge.ts'
import type { Subject } from '../../src/subject.ts'
import type { Verdict } from '../../src/court/verdict.ts'
import { mutantById } from '../catalogue.ts'
import type { MutantHost } from './host.ts'
import type { Trial, TrialResult } from './trial.ts'
import { toWorldFile } from '../server/world.ts'

/** What a trial needs besides its description. */
export interface Courtroom {
  readonly host: MutantHost
  readonly judges: readonly Judge[]
  readonly signal: AbortSignal
}

/** Resolves to what came out. Rejects when the server can't be started. */
export async function tryMutant(trial: Trial, room: Courtroom): Promise<TrialResult> {
  const began = performance.now()
  const verdicts: Verdict[] = []
  for (const judges of stagesOf(trial, room.judges)) {
    const verdict = await judge(trial, room, judges)
    verdicts.push(verdict)
    if (verdict.outcome === 'breaks' || room.signal.aborted) {
      break
    }
  }
  const durationMs = performance.now() - began
  const stock = trial.compare ? await tryStock(trial, room) : undefined
  return {
    mutant: trial.mutant,
    seed: trial.seed,
    outcome: outcomeOf(verdicts),
    caughtBy: [...new Set(verdicts.flatMap((verdict) => checksOf(verdict)))],
    summary: verdicts.map((verdict) => summarize(verdict)).join(' '),
    durationMs,
    ...(trial.full && { failures: verdicts.at(-1)?.failures.length ?? 0 }),
    ...(stock !== undefined && { stock }),
  }
}

/** The tools take seconds to start: where one finding is enough, they are heard only when the first judge has none. */
function stagesOf({ mutant, full }: Trial, judges: readonly Judge[]): readonly (readonly Judge[])[] {
  const [first, ...others] = judges
  return full || !mutantById(mutant).breaks || first === undefined || others.length === 0
    ? [judges]
    : [[first], others]
}

async function judge(trial: Trial, room: Courtroom, judges: readonly Judge[]): Promise<Verdict> {
  const { host, signal } = room
  const mutant = mutantById(trial.mutant)
  const url = await host.start(trial.mutant)
  try {
    const subject: Subject = {
      url,
      ...known(trial),
      only: trial.only,
      seed: trial.seed,
      budget: 'quick',
    }
    const stopAtFirst = mutant.breaks && !trial.full
    return await check(subject, { judges, signal, stopAtFirst })
  } finally {
    await host.stop()
  }
}

function known(trial: Trial): Pick<Subject, 'callers' | 'refusedTokens'> {
  const { callers, refusedTokens = [] } = toWorldFile(mutantById(trial.mutant).world)
  return { callers, refusedTokens }
}

const checksOf = ({ failures }: Verdict): readonly string[] =>
  failures.flatMap(({ findings }) => findings.map((finding) => `${finding.judge}/${finding.rule}`))

/** Nobody broke a rule in the eyes of any judge; but one that could not judge leaves the question open. */
function outcomeOf(verdicts: readonly Verdict[]): Verdict['outcome'] {
  const outcomes = new Set(verdicts.map(({ outcome }) => outcome))
  return outcomes.has('breaks') ? 'breaks' : outcomes.has('unjudged') ? 'unjudged' : 'conforms'
}

function summarize({ summary, failures }: Verdict): string {
  const [finding] = failures.flatMap(({ findings }) => findings)
  return finding === undefined ? summary : `${summary} ${finding.came} ${finding.due} ${finding.curl}`
}

/** Each on a server of its own: what one did must not help the other. */
async function tryStock(trial: Trial, { host }: Courtroom): Promise<TrialResult['stock']> {
  // The tools are seldom asked for.
  const { runStockPrismProxy } = await import('../stock/prism-proxy.ts')
  const { runStockSchemathesis } = await import('../stock/schemathesis.ts')
  const token = known(trial).callers[0]?.token ?? ''
  const schemathesis = await runStockSchemathesis(await host.start(trial.mutant), token, trial.seed)
  await host.stop()
  const prism = await runStockPrismProxy(await host.start(trial.mutant), token)
  await host.stop()
  return { schemathesis, prism }
}
