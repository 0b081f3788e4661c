/** Stock schemathesis, with all its checks and none of ours. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Deadline } from '../../src/court/deadline.ts'
import { JudgeFailure } from '../../src/court/judge.ts'
import type { StockResult } from '../run/trial.ts'
import { plainEnvironment } from '../../src/schemathesis/command.ts'
import { provideEnvironment } from '../../src/schemathesis/environment.ts'
import { runInGroup } from '../../src/schemathesis/run-in-group.ts'

const contract = fileURLToPath(import.meta.resolve('@plant-store/contracts/openapi.yaml'))
const settings = fileURLToPath(new URL('schemathesis.toml', import.meta.url))

/** Only a service that hardly answers takes this long; what is not caught by then counts as not caught. */
const timeLimitMs = 120_000

/** Rejects with a `JudgeFailure` when schemathesis can't be run. Its own verdict is its exit code: 0 or 1. */
export async function runStockSchemathesis(url: string, token: string, seed: number): Promise<StockResult> {
  using deadline = new Deadline({ afterMs: timeLimitMs })
  const { signal } = deadline
  const python = await provideEnvironment({ signal })
  const directory = await mkdtemp(join(tmpdir(), 'plant-store-stock-'))
  const begin = performance.now()
  try {
    const { code, output } = await runInGroup({
      command: python,
      args: [
        '-m',
        'schemathesis.cli',
        `--config-file=${settings}`,
        'run',
        contract,
        `--url=${url}`,
        `--seed=${seed}`,
      ],
      env: plainEnvironment(token),
      cwd: directory,
      signal,
    })
    if (code !== null && code > 1)
      throw new JudgeFailure(`schemathesis failed: ${output.trim().split('\n').at(-1)}`)
    return {
      caught: code === 1,
      durationMs: performance.now() - begin,
      what: code === 1 ? findTitles(output) : [],
    }
  } finally {
    await rm(directory, { recursive: true, force: true })
  }
}

/** Each kind of failure has a title of its own, after a dash; errors are counted in the summary. */
function findTitles(output: string): readonly string[] {
  const failures = [...output.matchAll(/^- (?<title>\S.*)$/gm)].map(({ groups }) => groups?.['title'] ?? '')
  const errors = [...output.matchAll(/^ {2}🚫 (?<title>[^:]+): \d+$/gm)].map(
    ({ groups }) => groups?.['title'] ?? '',
  )
  return [...new Set([...failures, ...errors])]
}
