/** The checker schemathesis, as published: generates requests from the document's schemas, and checks the responses. */
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getCACertificates } from 'node:tls'
import { redactSecrets } from '@plant-store/raw-http'
import { Service } from '../../document/oracle/service.ts'
import { type Checker, CheckerFailure, type Collector } from '../../run/checker.ts'
import type { Subject } from '../../subject.ts'
import { argumentsFor, type ToolBasis, environmentFor, reports, settingsFor } from './command.ts'
import { environments, provideEnvironment } from './environment.ts'
import { hear } from './hear.ts'
import { readReport, type Report } from './report.ts'
import { type Ended, runInGroup } from './run-in-group.ts'

interface Options {
  /** Where its own reports are kept, without secrets: nothing else of it outlives the check. */
  readonly reportDirectory?: string | undefined
  readonly basis: ToolBasis
}

/** A checker that installs schemathesis when it is missing, and runs it as a process. */
export const schemathesisChecker = ({ reportDirectory, basis }: Options): Checker => ({
  name: 'schemathesis',
  prepare: async (signal) => void (await provideEnvironment({ signal })),
  check: async (subject, collector) => {
    const { text, ...ended } = await runTool(subject, basis, collector, reportDirectory)
    if (collector.signal.aborted) return
    const service = new Service(subject, basis.contract)
    const report = readReport(text, subject.url, (request) => service.callerOf(request))
    // Only a contract with a profile has a part that is given.
    const checked = basis.profile === undefined ? { ...subject, only: 'all' as const } : subject
    if (report.exchanges.size > 0) hear(report, basis, service, checked, collector)
    if (collector.timeUp.aborted && !report.isDone) collector.notReached('It was stopped before it was done.')
    else if (!report.isDone || report.exchanges.size === 0)
      // Its exit code is the same for "some failed" and for a crash.
      throw new CheckerFailure(
        `schemathesis ${report.isDone ? 'made no request' : 'ended before it was done'}: ${reasonOf(ended, report)}`,
      )
  },
})

/** Resolves to how the run ended, and to its report; nothing is left of it but what is kept in the target. */
async function runTool(
  subject: Subject,
  basis: ToolBasis,
  { signal, timeUp, pace, quiet }: Collector,
  target: string | undefined,
): Promise<Ended & { readonly text: string }> {
  const python = await provideEnvironment({ signal })
  const directory = await mkdtemp(join(tmpdir(), 'plant-store-schemathesis-'))
  try {
    const { text, files, document } = basis.contract
    for (const [name, content] of [
      ['authorities.pem', getCACertificates().join('\n')],
      ['settings.toml', settingsFor(subject, basis)],
      ['document.yaml', files.length === 0 ? text : JSON.stringify(document)],
    ] as const)
      await writeFile(join(directory, name), content)
    using lent = subject.rate === undefined ? undefined : pace.lend()
    const ended = await runInGroup({
      command: python,
      args: argumentsFor(subject, basis, directory, lent?.rate),
      env: environmentFor(subject, directory),
      scratch: directory,
      signal: AbortSignal.any([signal, timeUp]),
      quiet,
    })
    if (target !== undefined) await keepReports(directory, target, redactSecrets(subject))
    return { ...ended, text: await readFile(join(directory, reports.ndjson), 'utf8').catch(() => '') }
  } finally {
    await rm(directory, { recursive: true, force: true })
  }
}

async function keepReports(from: string, to: string, redact: (text: string) => string): Promise<void> {
  await mkdir(to, { recursive: true })
  for (const name of Object.values(reports)) {
    const report = await readFile(join(from, name), 'utf8').catch(() => undefined)
    if (report !== undefined) await writeFile(join(to, name), redact(report))
  }
}

function reasonOf({ code, output }: Ended, { exchanges, end }: Report): string {
  // None of its output tells why it was killed.
  if (code === null) return 'something killed it, or memory ran out.'
  if (end !== undefined) return `${end.type}: ${end.message}`
  // Behind its sign for errors, which is also that of failed tests, stands what is wrong with what it was given.
  const given = exchanges.size > 0 ? null : /(?<=❌\s+)\S[^]*?(?=\nReports:|$)/.exec(output)
  const [said = ''] = given ?? output.trim().split('\n').slice(-1)
  const words = said
    .replaceAll(/={3,}|\s+/g, ' ')
    .trim()
    .slice(0, 400)
  return `${words.replace(/(?<![.!?])$/, '.')} If its installation is damaged, delete ${environments}.`
}
