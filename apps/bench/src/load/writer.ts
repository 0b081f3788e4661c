/** Changes the database while it is read. */
import process from 'node:process'
import type { Cores } from '../processes/cores.ts'
import { startWorker, type Worker } from '../processes/worker.ts'

/** Changes this database at the rate until the job `stop`. */
export type WriterJob = { readonly database: string; readonly perSecond: number } | 'stop'

/** The changes made since the previous job. */
export type WriterResult = { readonly commits: number }

export type Writer = Worker<WriterJob, WriterResult>

export function startWriter(cores: Cores): Writer {
  return startWorker(cores.onLoadCore([process.execPath]), new URL('writer-process.ts', import.meta.url))
}
