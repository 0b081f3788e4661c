/** The judge schemathesis: generates requests from the contract's schemas, and checks the answers against them. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getCACertificates } from 'node:tls'
import type { NoResponse } from '../exchange.ts'
import { type Court, type Judge, JudgeFailure } from '../court/judge.ts'
import { Deadline } from '../court/deadline.ts'
import { strictContract } from '../contract/strict-contract.ts'
import type { Subject } from '../subject.ts'
import { argumentsFor, authorities, environmentFor, keepReports } from './command.ts'
import { environments, provideEnvironment } from './environment.ts'
import { Listener } from './listener.ts'
import { type Ended, runInGroup } from './run-in-group.ts'

/** Sent in place of a token where none is known: the service must refuse it. */
const noToken = 'no-token-was-given'

/**
 * A judge that installs schemathesis when it is missing, and runs it as a process. Nothing of it outlives the check but
 * the reports of schemathesis itself, JUnit and HAR: they are kept in `reportDirectory`, without tokens.
 */
export function schemathesisJudge(reportDirectory?: string): Judge {
  return {
    name: 'schemathesis',
    prepare: async (signal) => void (await provideEnvironment({ signal })),
    judge: async (subject, court) => {
      const python = await provideEnvironment({ signal: court.signal })
      const directory = await mkdtemp(join(tmpdir(), 'plant-store-schemathesis-'))
      try {
        await writeFile(join(directory, 'contract.json'), JSON.stringify(strictContract()))
        await writeFile(join(directory, authorities), getCACertificates().join('\n'))
        await run(python, directory, { subject, court, reportDirectory })
      } finally {
        await rm(directory, { recursive: true, force: true })
      }
    },
  }
}

interface Task {
  readonly subject: Subject
  readonly court: Court
  readonly reportDirectory: string | undefined
}

async function run(
  python: string,
  directory: string,
  { subject, court, reportDirectory }: Task,
): Promise<void> {
  const { timeUp } = court
  const startedAt = performance.now()
  const enough = new AbortController()
  using stop = new Deadline({ signals: [court.signal, enough.signal, timeUp] })
  const listener = new Listener(subject, court, () => enough.abort())
  const ended = await runInGroup({
    command: python,
    args: argumentsFor({ ...subject, directory, wantsReports: reportDirectory !== undefined }),
    env: environmentFor(chooseToken(subject), directory),
    cwd: directory,
    signal: stop.signal,
    onLine: (line) => listener.take(line),
  })
  if (reportDirectory !== undefined) await keepReports(directory, reportDirectory, subject)
  if (court.signal.aborted) return
  const isCutOff = timeUp.aborted && !listener.isDone
  // If the service has not been heard from when the time is up, nobody is at fault.
  if (!isCutOff || listener.answered > 0 || listener.noResponse !== undefined) conclude(ended, listener)
  const seconds = Math.round((performance.now() - startedAt) / 1000)
  const cause = causeOfEnd(listener, { isEnough: enough.signal.aborted, isCutOff, seconds })
  if (cause !== undefined) {
    court.notReached(`It was stopped before it was done${cause}`)
    return
  }
  if (!listener.isDone) throw new JudgeFailure(explainEnd(ended))
  if (subject.callers.length > 0 && listener.withToken === 0) throw new JudgeFailure(tokenLost)
}

interface EarlyEnd {
  readonly isEnough: boolean
  readonly isCutOff: boolean
  readonly seconds: number
}

/** Why not everything was tried, where that is nobody's fault. */
function causeOfEnd(listener: Listener, { isEnough, isCutOff, seconds }: EarlyEnd): string | undefined {
  if (isEnough) return ': several requests in a row got no answer.'
  if (isCutOff) return `, after ${seconds} s.`
  return !listener.isDone && listener.missesNothing
    ? ': requests that need not be answered got no answer.'
    : undefined
}

/** The token of the caller with the most plants: it shows the most. */
function chooseToken({ callers }: Subject): string {
  const [most] = callers.toSorted((one, other) => (other.plants?.length ?? 0) - (one.plants?.length ?? 0))
  return most?.token ?? noToken
}

/** Judges the run by what schemathesis reported. */
function conclude({ code, output }: Ended, listener: Listener): void {
  listener.reportUnanswered()
  if (listener.fault !== undefined) throw listener.fault
  if (listener.answered === 0) throw new JudgeFailure(explainNothing(listener, output))
  // 0: all passed. 1: some failed, or it crashed. Null: it was killed, by us or others.
  if (code !== null && code > 1) throw new JudgeFailure(`schemathesis failed: ${lastLine(output)}`)
}

/** Why schemathesis ended early. */
function explainEnd({ code, output }: Ended): string {
  // None of its output tells why it was killed.
  const cause = code === null ? 'something killed it, or memory ran out.' : lastLine(output)
  return `schemathesis ended before it was done: ${cause}`
}

const tokenLost =
  'None of the requests of schemathesis carried the token that it was given, so the answers to a known caller were not seen. Find out what replaces credentials on this machine.'

/** Why there was no answer, by what came instead of the first one. */
const noResponses: Readonly<Record<NoResponse['noResponse'], string>> = {
  unreachable: 'no connection could be opened',
  timeout: 'it takes too long',
  closed: 'connections are closed without one',
  reset: 'connections break before it is whole',
}

function explainNothing({ noResponse, errors }: Listener, output: string): string {
  const cause = noResponse === undefined ? errors[0]?.message : noResponses[noResponse]
  return cause === undefined
    ? `schemathesis could not run: ${lastLine(output)}. If its installation is damaged, delete ${environments}: the next check makes a new one.`
    : `schemathesis got no answer from the service: ${cause}. Start the service, or correct the address.`
}

const lastLine = (output: string): string => output.trim().split('\n').at(-1)?.trim() ?? ''
