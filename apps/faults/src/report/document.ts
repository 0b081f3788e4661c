/** Writes the document from the recorded results. */
import { readFile, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { engineTitles } from '../engines/engine.ts'
import type { Fault } from '../faults/fault.ts'
import { mergeResults, type Results } from '../results.ts'
import { formatTable } from './format-table.ts'

const document = fileURLToPath(new URL('../../README.md', import.meta.url))
const recorded = fileURLToPath(new URL('../../results.json', import.meta.url))

/** The command writes its part between these lines. */
export const [begin, end] = ['<!-- written by pnpm faults --record -->', '<!-- end -->'] as const

/** The document with the table of these results. */
export function writeInto(text: string, results: Results, faults: readonly Fault[]): string {
  const [before = '', rest = ''] = text.split(begin)
  const after = rest.slice(rest.indexOf(end))
  const missing = notRecorded(results, faults)
  const gap = missing.length === 0 ? '' : `Not recorded yet: ${missing.join('; ')}.\n\n`
  return `${before}${begin}\n\n${formatTable(results, faults)}\n\n${gap}${after}`
}

/** The faults and engines with neither a row nor a reason for having none. */
export function notRecorded({ rows, notTried }: Results, faults: readonly Fault[]): readonly string[] {
  const known = new Set([...rows, ...notTried].map(({ fault, engine }) => `${fault} ${engine}`))
  return faults.flatMap(({ name, title, engines }) =>
    engines
      .filter((engine) => !known.has(`${name} ${engine}`))
      .map((engine) => `${title}, ${engineTitles[engine]}`),
  )
}

/** The results recorded so far. */
export async function readRecorded(): Promise<Results> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- written by `record`
  return JSON.parse(await readFile(recorded, 'utf8')) as Results
}

export function readDocument(): Promise<string> {
  return readFile(document, 'utf8')
}

/** Merges results into the recorded ones, and rewrites the document. */
export async function record(results: Results, faults: readonly Fault[]): Promise<void> {
  const order = faults.map(({ name }) => name)
  const merged = mergeResults(await readRecorded(), results, order)
  await writeFile(recorded, `${JSON.stringify(merged, null, 2)}\n`)
  await writeFile(document, writeInto(await readDocument(), merged, faults))
}
