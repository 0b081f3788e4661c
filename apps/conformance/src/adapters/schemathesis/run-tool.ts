/** One run of schemathesis as a process, of which nothing is left but its reports. */
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getCACertificates } from 'node:tls'
import { redactSecrets } from '@plant-store/raw-http'
import type { Collector } from '../../run/checker.ts'
import type { Subject } from '../../subject.ts'
import { argumentsFor, type Basis, environmentFor, reports, settingsFor } from './command.ts'
import { provideEnvironment } from './environment.ts'
import { type Ended, runInGroup } from './run-in-group.ts'

/** How a run ended, and the report that the checker reads. */
export interface Run extends Ended {
  readonly text: string
}

/** `target`: where its own reports are kept, without secrets. Rejects with a `CheckerFailure`. */
export async function runTool(
  subject: Subject,
  basis: Basis,
  { signal, timeUp, pace, quiet }: Collector,
  target: string | undefined,
): Promise<Run> {
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
    if (target !== undefined) await keepReports(directory, target, subject)
    return { ...ended, text: await readFile(join(directory, reports.ndjson), 'utf8').catch(() => '') }
  } finally {
    await rm(directory, { recursive: true, force: true })
  }
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
