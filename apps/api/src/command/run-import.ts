/** One import from its first byte to its summary. */
import { type ImportOutcome, type ImportProblem, readRecords, type Records } from '@plant-store/store'
import { addAbortSignal } from 'node:stream'
import { CommandFailure } from './command-failure.ts'
import { explainUnreadable, type ImportSource } from './import-source.ts'
import { interruptible } from './interruptible.ts'
import type { Surroundings } from './surroundings.ts'
import { countOf } from './terminal/count-of.ts'
import { escapeControl } from './terminal/escape-control.ts'
import type { Output } from './terminal/output.ts'
import { type Progress, showProgress } from './terminal/show-progress.ts'

/** What takes the records in: one of the store's imports. */
export type Load = (records: Records, report: (problem: ImportProblem) => void) => Promise<ImportOutcome>

/**
 * Imports with a progress bar, each problem on stderr as it is found. A file with problems, one that can't be read,
 * and Ctrl-C are a `CommandFailure`: nothing was imported then.
 */
export async function runImport(
  around: Surroundings,
  output: Output,
  source: ImportSource,
  load: Load,
): Promise<void> {
  const outcome = await loadWatched(around, output, source, load)
  if (outcome.problems > 0) {
    const lines = countOf(outcome.problems, 'problem')
    throw new CommandFailure('file', `${source.title} has ${lines}. Nothing was imported.`)
  }
  await output.result(outcome, describe(source, outcome))
}

async function loadWatched(
  around: Surroundings,
  { json }: Output,
  source: ImportSource,
  load: Load,
): Promise<ImportOutcome> {
  const progress = showProgress(around, source.title, source.totalBytes)
  const report = (problem: ImportProblem): void => {
    progress.line(json ? JSON.stringify({ problem }) : describeProblem(source, problem))
  }
  try {
    return await interruptible('Nothing was imported.', (signal) => {
      addAbortSignal(signal, source.stream)
      return load(readRecords(watch(source.stream, progress), source.format), report)
    })
  } catch (fault) {
    const sentence = explainUnreadable(fault, source.title)
    throw sentence === undefined ? fault : new CommandFailure('file', `${sentence} Nothing was imported.`)
  } finally {
    progress.stop()
  }
}

/** The bytes as they are, with the bar moved at each chunk. */
async function* watch(stream: AsyncIterable<Uint8Array>, progress: Progress): AsyncGenerator<Uint8Array> {
  let bytes = 0
  for await (const chunk of stream) {
    bytes += chunk.length
    progress.update(bytes)
    yield chunk
  }
}

function describe({ title }: ImportSource, { lines, added, updated, unchanged }: ImportOutcome): string {
  const counts = [`${added.toLocaleString('en')} added`, `${updated.toLocaleString('en')} updated`]
  return `${title}: ${countOf(lines, 'record')}: ${[...counts, `${unchanged.toLocaleString('en')} unchanged`].join(', ')}.`
}

function describeProblem({ title }: ImportSource, { line, reason }: ImportProblem): string {
  return `${title}, line ${line}: ${escapeControl(reason)}`
}
