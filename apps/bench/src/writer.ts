/** Changes of the database while it is read. */
import process from 'node:process'
import type { Cores } from './cores.ts'
import { startWorker, type Worker } from './worker.ts'

/** Change this database so often, until told to stop. */
export type WriterOrder = { readonly database: string; readonly perSecond: number } | 'stop'

/** The changes made since the order before. */
export type WriterReport = { readonly commits: number }

export type Writer = Worker<WriterOrder, WriterReport>

export function startWriter(cores: Cores): Writer {
  return startWorker(cores.onLoadCore([process.execPath]), new URL('writer-process.ts', import.meta.url))
}
