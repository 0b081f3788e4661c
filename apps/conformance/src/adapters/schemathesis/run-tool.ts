/** One run of schemathesis as a process, of which nothing is left but its reports. */
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getCACertificates } from 'node:tls'
import { redactSecrets } from '@plant-store/raw-http'
import type { SentRequest } from '../../exchange.ts'
import { type Collector, CheckerFailure } from '../../run/checker.ts'
import { Deadline } from '../../run/deadline.ts'
import type { Subject } from '../../subject.ts'
import {
  argumentsFor,
  authorities,
  documentFile,
  environmentFor,
  type Job,
  reports,
  settingsFile,
} from './command.ts'
import { environments, provideEnvironment } from './environment.ts'
import { readReport, type Report } from './report.ts'
import { type Ended, runInGroup } from './run-in-group.ts'

/** One run: what it is about, and who is told of its report. */
export interface Run {
  readonly subject: Subject
  readonly collector: Collector
  readonly reportDirectory: string | undefined
  readonly job: Job
  /** Which caller's credential a request carries. */
  readonly whose: (request: SentRequest) => number | undefined
  readonly hear: (report: Report) => void
}

/** Rejects with a `CheckerFailure`. */
export async function runTool(run: Run): Promise<void> {
  const { subject, collector, reportDirectory, job } = run
  const python = await provideEnvironment({ signal: collector.signal })
  const directory = await mkdtemp(join(tmpdir(), 'plant-store-schemathesis-'))
  try {
    await writeFile(join(directory, authorities), getCACertificates().join('\n'))
    if (job.settings !== undefined) await writeFile(join(directory, settingsFile), job.settings)
    if (job.document !== undefined) await writeFile(join(directory, documentFile), job.document)
    const startedAt = performance.now()
    using stop = new Deadline({ signals: [collector.signal, collector.timeUp] })
    using lent = subject.rate === undefined ? undefined : collector.pace.lend()
    const ended = await runInGroup({
      command: python,
      args: argumentsFor(subject, directory, { ...job, rate: lent?.rate }),
      env: environmentFor(job.variables, directory),
      scratch: directory,
      signal: stop.signal,
      quiet: collector.quiet,
    })
    if (reportDirectory !== undefined) await keepReports(directory, reportDirectory, subject)
    if (collector.signal.aborted) return
    const seconds = Math.round((performance.now() - startedAt) / 1000)
    await conclude(ended, directory, run, seconds)
  } finally {
    await rm(directory, { recursive: true, force: true })
  }
}

/** Checks the run by what schemathesis reported. Its exit code is the same for "some failed" and for a crash. */
async function conclude(
  { code, output }: Ended,
  directory: string,
  { subject, collector, whose, hear: hearReport }: Run,
  seconds: number,
): Promise<void> {
  const text = await readFile(join(directory, reports.ndjson), 'utf8').catch(() => '')
  const report = readReport(text, subject.url, whose)
  hearReport(report)
  if (collector.timeUp.aborted && !report.isDone) {
    collector.notReached(`It was stopped before it was done, after ${seconds} s.`)
  } else if (text === '') {
    throw new CheckerFailure(
      `schemathesis could not run: ${told(output)}. If its installation is damaged, delete ${environments}: the next check makes a new one.`,
    )
  } else if (!report.isDone) {
    // None of its output tells why it was killed.
    const cause = code === null ? 'something killed it, or memory ran out.' : told(output)
    throw new CheckerFailure(`schemathesis ended before it was done: ${cause}`)
  }
}

/** What it says about a fault of its own: the text behind its sign for errors, or the last line. */
function told(output: string): string {
  const [, said = output.trim().split('\n').at(-1) ?? ''] = /❌\s+([^]*)/.exec(output) ?? []
  return said.replaceAll(/\s+/g, ' ').trim().slice(0, 300)
}

/** Copies the reports from the run's directory to the target, without secrets. */
async function keepReports(directory: string, target: string, subject: Subject): Promise<void> {
  const redact = redactSecrets(subject)
  await mkdir(target, { recursive: true })
  await Promise.all(
    Object.values(reports).map(async (name) => {
      const report = await readFile(join(directory, name), 'utf8').catch(() => undefined)
      if (report !== undefined) await writeFile(join(target, name), redact(report))
    }),
  )
}
