/** Runs one import, from its first byte to its summary. */
import { type ImportOutcome, type ImportProblem, readRecords, type Records } from '@plant-store/store'
import { addAbortSignal } from 'node:stream'
import { explainUnreadable } from '../arguments/read-file.ts'
import { type CommandContext, toJson } from '../terminal/output.ts'
import { CommandError } from '../exit-codes.ts'
import { showProgress } from '../terminal/progress.ts'
import { countOf, escapeControl, hideSecrets } from '../terminal/text.ts'
import { interruptible } from '../until-signal.ts'
import type { ImportSource } from './open-source.ts'

/** One of the store's imports. */
type Load = (records: Records, report: (problem: ImportProblem) => void) => Promise<ImportOutcome>

/** At most this many problems are shown, the rest counted: one wrong column is a problem on every line. */
const maxShown = 20

/**
 * Imports with a progress bar. Returns the outcome, and what was imported in words. A file with problems, an unreadable
 * file and a signal are a `CommandError`: nothing was imported then.
 */
export async function runImport(
  context: CommandContext,
  source: ImportSource,
  load: Load,
): Promise<readonly [outcome: ImportOutcome, what: string]> {
  const shown: ImportProblem[] = []
  const outcome = await loadWatched(context, source, load, ({ line, reason }) => {
    if (shown.length < maxShown) shown.push({ line, reason: hideSecrets(reason) })
  })
  if (outcome.problems === 0) return [outcome, describe(source, outcome)]
  for (const problem of shown) {
    context.stderr.write(`${context.json ? toJson({ problem }) : describeProblem(source, problem)}\n`)
  }
  const rest = outcome.problems - shown.length
  if (rest > 0 && !context.json) context.stderr.write(`… and ${rest.toLocaleString('en')} more\n`)
  const count = countOf(outcome.problems, 'problem')
  throw new CommandError('file', `${source.title} has ${count}. Nothing was imported.`)
}

async function loadWatched(
  { stderr }: CommandContext,
  { title, open, format, ignoreColumns, totalBytes }: ImportSource,
  load: Load,
  report: (problem: ImportProblem) => void,
): Promise<ImportOutcome> {
  using progress = showProgress(stderr, escapeControl(title))
  let read = 0
  const stream = open()
  const bytes = watch(stream, (length) => progress.update((read += length), totalBytes))
  try {
    return await interruptible('Nothing was imported.', (signal) => {
      addAbortSignal(signal, stream)
      return load(readRecords(bytes, format, ignoreColumns), report)
    })
  } catch (error) {
    const sentence = explainUnreadable(error, title)
    throw sentence === undefined ? error : new CommandError('file', `${sentence} Nothing was imported.`)
  }
}

/** Passes the bytes on unchanged, and reports the length of each chunk. */
async function* watch(
  stream: AsyncIterable<Uint8Array>,
  report: (bytes: number) => void,
): AsyncGenerator<Uint8Array> {
  for await (const chunk of stream) {
    report(chunk.length)
    yield chunk
  }
}

function describe({ title }: ImportSource, { lines, added, updated, unchanged }: ImportOutcome): string {
  const counts = Object.entries({ added, updated, unchanged })
    .map(([what, count]) => `${count.toLocaleString('en')} ${what}`)
    .join(', ')
  return `${countOf(lines, 'record')} of ${title}: ${counts}.`
}

function describeProblem({ title }: ImportSource, { line, reason }: ImportProblem): string {
  return escapeControl(`${title}, line ${line}: ${reason}`)
}
