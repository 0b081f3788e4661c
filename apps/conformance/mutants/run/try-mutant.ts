/** A process that puts servers of the catalogue before the checkers, one after the other, as the pool hands them out. */
import { checkOwn } from '../../plant-store/check.ts'
import type { Checker } from '../../src/run/checker.ts'
import type { Verdict } from '../../src/run/verdict.ts'
import { mutantById } from '../catalogue.ts'
import type { Mutant } from '../mutant.ts'
import { tell } from '../server/world.ts'
import type { Trial } from './plan.ts'
import { endWithParent, openPool, runIn } from './pool.ts'

/** What became of one server. Any but the first two is a surprise. */
export type Fate = 'caught' | 'kept' | 'survived' | 'accused' | 'inconclusive'

/** The result of a trial. */
export interface TrialResult extends Pick<Trial, 'mutant'> {
  readonly fate: Fate
  /** Checker and rule of every finding, such as `sessions/plant-has-name`. */
  readonly caughtBy: readonly string[]
  /** The verdict in a sentence, and the first finding. */
  readonly summary: string
  /** Of several servers tried as one, each has the same share of the time. */
  readonly durationMs: number
}

/** A separate process serves each mutant: a busy checker must not slow it down, nor it the checker. */
const host = openPool(new URL('host-worker.ts', import.meta.url).href, 1)

/** Twice the usual time, since several are tried on each core. Slow correct servers use all that they get: the usual time. */
const timeForFaultsMs = 120_000

const never = new AbortController().signal
let loading: Promise<readonly Checker[]> | undefined

endWithParent()

/** Resolves to the result. Rejects on faults of the harness, and when the server can't be started. */
export async function perform(trial: Trial): Promise<TrialResult> {
  loading ??= load(trial.checkers)
  const checkers = (await loading).filter(({ name }) => trial.checker === undefined || name === trial.checker)
  const began = performance.now()
  const verdicts: Verdict[] = []
  for (const stage of stagesOf(trial, checkers)) {
    verdicts.push(await checkTrial(trial, stage))
    if (verdicts.at(-1)?.outcome === 'breaks') break
  }
  const findings = verdicts.flatMap(({ failures }) => failures.flatMap((failure) => failure.findings))
  const [first] = findings
  return {
    mutant: trial.mutant,
    fate: fateOf(mutantById(trial.mutant), verdicts),
    caughtBy: [...new Set(findings.map((finding) => `${finding.checker}/${finding.rule}`))],
    summary: [
      ...verdicts.map(({ summary }) => summary),
      ...(first === undefined ? [] : [first.came, first.due, first.curl]),
    ].join(' '),
    durationMs: performance.now() - began,
  }
}

/** The tools take seconds to start: where one finding is enough, they are heard only when the first checker has none. */
function stagesOf({ mutant }: Trial, checkers: readonly Checker[]): readonly (readonly Checker[])[] {
  if (!mutantById(mutant).breaks || checkers.length < 2) return [checkers]
  return [checkers.slice(0, 1), checkers.slice(1)]
}

async function checkTrial(
  { mutant, telling, ...how }: Trial,
  checkers: readonly Checker[],
): Promise<Verdict> {
  const { world, breaks } = mutantById(mutant)
  const url = await runIn<string>(host, 'serve', mutant)
  try {
    const time = breaks ? { timeMs: timeForFaultsMs } : {}
    const { only, seed } = how
    return await checkOwn(
      { url, ...tell(world, telling), only, seed, budget: 'quick', atLeast: 0, ...time },
      { checkers, signal: never, stopAtFirst: breaks },
    )
  } finally {
    await runIn(host, 'stop')
  }
}

/** Even where no checker saw a breach, one that could not check leaves the question open. */
function fateOf({ breaks }: Mutant, verdicts: readonly Verdict[]): Fate {
  const outcomes = new Set(verdicts.map(({ outcome }) => outcome))
  if (outcomes.has('breaks')) return breaks ? 'caught' : 'accused'
  if (outcomes.has('inconclusive')) return 'inconclusive'
  return breaks ? 'survived' : 'kept'
}

async function load(module: string): Promise<readonly Checker[]> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- whoever names a module answers for what it exports
  const { makeCheckers } = (await import(module)) as { makeCheckers: () => Promise<readonly Checker[]> }
  return makeCheckers()
}
