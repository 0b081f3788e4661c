/** The reports as files. */
import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { causeOf } from '../input-error.ts'
import type { Verdict } from '../run/verdict.ts'
import { htmlReport } from './html/html-report.ts'
import { jsonReport } from './json-report.ts'
import { junitReport } from './junit-report.ts'
import { markdownSummary } from './describe-verdict.ts'

/** A report can't be written; the message says where and why, for a person. */
export class ReportError extends Error {
  override readonly name = 'ReportError'
}

/** Every report that is one text, by the name of its file: each is a pure function of the verdict. */
export const reports: Readonly<Record<string, (verdict: Verdict) => string>> = {
  'report.html': htmlReport,
  'report.json': jsonReport,
  'junit.xml': junitReport,
  'summary.md': markdownSummary,
}

/** Makes the directory, and tests that it can be written to: better before a check than after. */
export const prepareReports = (directory: string): Promise<void> =>
  writing('The reports', directory, async () => {
    await mkdir(directory, { recursive: true })
    await replaceFile(join(directory, '.writable'), 'Room for a few words?\n')
    await rm(join(directory, '.writable'))
  })

/** Writes all reports; each appears whole or not at all. Rejects with a `ReportError`. */
export const writeReports = (directory: string, verdict: Verdict): Promise<void> =>
  writing('The reports', directory, async () => {
    for (const [name, make] of Object.entries(reports))
      await replaceFile(join(directory, name), make(verdict))
  })

/** Writes one file, whole or not at all. */
export async function replaceFile(file: string, text: string): Promise<void> {
  const draft = `${file}.${process.pid}.part`
  try {
    await writeFile(draft, text)
    await rename(draft, file)
  } catch (fault) {
    await rm(draft, { force: true })
    throw fault
  }
}

/** Does the work. Rejects with a `ReportError` that says what can't be written, such as `The baseline`, and where. */
export async function writing(what: string, place: string, work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (fault) {
    throw new ReportError(`${what} can't be written to ${place}: ${causeOf(fault)}.`, { cause: fault })
  }
}
