/** turbo's own summary of a run: how each task of each package ended. */
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** One task of one package, such as `test` of `@plant-store/api`. */
export interface Task {
  readonly task: string
  readonly package: string
  /** Relative to the root of the repository. */
  readonly directory: string
  /** Undefined when the task did not finish. */
  readonly exitCode: number | undefined
  readonly seconds: number
  /** The output comes from an earlier run: nothing that the task depends on has changed. */
  readonly isCached: boolean
}

interface Summary {
  readonly tasks: readonly {
    readonly task: string
    readonly package: string
    readonly directory: string
    readonly cache: { readonly status: string }
    readonly execution?: { readonly startTime: number; readonly endTime: number; readonly exitCode?: number }
  }[]
}

/** Where turbo puts its summaries when asked for them with `--summarize`. */
export const runsDirectory = (root: string): string => join(root, '.turbo', 'runs')

/** The tasks of the one run in there; none when turbo did not get that far. */
export async function readTasks(root: string): Promise<readonly Task[]> {
  const names = await readdir(runsDirectory(root)).catch(() => [])
  const run = names.find((name) => name.endsWith('.json'))
  if (run === undefined) return []
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as turbo's documentation says
  const { tasks } = JSON.parse(await readFile(join(runsDirectory(root), run), 'utf8')) as Summary
  return tasks
    .filter(({ execution }) => execution !== undefined)
    .map(({ task, package: name, directory, cache, execution }) => ({
      task,
      package: name,
      directory,
      exitCode: execution?.exitCode,
      seconds: ((execution?.endTime ?? 0) - (execution?.startTime ?? 0)) / 1000,
      isCached: cache.status === 'HIT',
    }))
}
