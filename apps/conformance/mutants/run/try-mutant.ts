/** A process that puts servers of the catalogue before the judges, one after the other, as the pool hands them out. */
import { check } from '../../src/court/check.ts'
import type { Judge } from '../../src/court/judge.ts'
import type { Subject } from '../../src/subject.ts'
import type { Verdict } from '../../src/court/verdict.ts'
import { mutantById } from '../catalogue.ts'
import { tell } from '../server/world.ts'
import { endWithParent, openPool, runIn } from './pool.ts'
import type { Trial, TrialResult } from './trial.ts'

/** What a module of judges exports. */
interface JudgesModule {
  readonly makeJudges: () => Promise<readonly Judge[]>
}

/** A separate process serves each mutant: a busy judge must not slow it down, nor it the judge. */
const host = openPool(new URL('host-worker.ts', import.meta.url).href, 1)
const start = (mutant: string): Promise<string> => runIn(host, 'serve', mutant)
const stop = (): Promise<void> => runIn(host, 'stop')

/** Twice the usual time, since several are tried on each core. Slow correct servers use all that they get: the usual time. */
const timeForFaultsMs = 120_000

const never = new AbortController().signal
let loading: Promise<readonly Judge[]> | undefined

endWithParent()

/** Resolves to the result. Rejects on faults of the harness, and when the server can't be started. */
export async function perform(trial: Trial): Promise<TrialResult> {
  loading ??= load(trial.judges)
  const judges = await loading
  const began = performance.now()
  const verdicts: Verdict[] = []
  const chosen = judges.filter(({ name }) => trial.judge === undefined || name === trial.judge)
  for (const stage of stagesOf(trial, chosen)) {
    const verdict = await judge(trial, stage)
    verdicts.push(verdict)
    if (verdict.outcome === 'breaks') break
  }
  const durationMs = performance.now() - began
  return {
    mutant: trial.mutant,
    seed: trial.seed,
    outcome: outcomeOf(verdicts),
    caughtBy: [...new Set(verdicts.flatMap((verdict) => checksOf(verdict)))],
    summary: verdicts.map((verdict) => summarize(verdict)).join(' '),
    durationMs,
    ...(verdicts.some((verdict) => isPartial(verdict)) && { isPartial: true }),
    ...(trial.full && { failures: verdicts.at(-1)?.failures.map(({ headline }) => headline) ?? [] }),
  }
}

/** The tools take seconds to start: where one finding is enough, they are heard only when the first judge has none. */
function stagesOf({ mutant, full }: Trial, judges: readonly Judge[]): readonly (readonly Judge[])[] {
  const [first, ...others] = judges
  return full || !mutantById(mutant).breaks || first === undefined || others.length === 0
    ? [judges]
    : [[first], others]
}

async function judge(
  { mutant: id, telling, only, seed, full }: Trial,
  judges: readonly Judge[],
): Promise<Verdict> {
  const mutant = mutantById(id)
  const url = await start(id)
  try {
    const time = mutant.breaks ? { timeMs: timeForFaultsMs } : {}
    const subject: Subject = {
      url,
      ...tell(mutant.world, telling),
      only,
      seed,
      budget: 'quick',
      atLeast: 0,
      ...time,
    }
    return await check(subject, { judges, signal: never, stopAtFirst: mutant.breaks && !full })
  } finally {
    await stop()
  }
}

const checksOf = ({ failures }: Verdict): readonly string[] =>
  failures.flatMap(({ findings }) => findings.map((finding) => `${finding.judge}/${finding.rule}`))

const isPartial = ({ judges }: Verdict): boolean => judges.some(({ notReached }) => notReached.length > 0)

/** Even where no judge saw a breach, one that could not judge leaves the question open. */
function outcomeOf(verdicts: readonly Verdict[]): Verdict['outcome'] {
  const outcomes = new Set(verdicts.map(({ outcome }) => outcome))
  return outcomes.has('breaks') ? 'breaks' : outcomes.has('unjudged') ? 'unjudged' : 'conforms'
}

function summarize({ summary, failures }: Verdict): string {
  const [finding] = failures.flatMap(({ findings }) => findings)
  return finding === undefined ? summary : `${summary} ${finding.came} ${finding.due} ${finding.curl}`
}

async function load(module: string): Promise<readonly Judge[]> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- whoever names a module answers for what it exports
  const { makeJudges } = (await import(module)) as JudgesModule
  return makeJudges()
}
