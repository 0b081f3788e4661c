/** Structured logs: one JSON line for machines, one readable line in a terminal. */
import pino, { type Logger } from 'pino'
import { type PrettyOptions, PinoPretty as pretty } from 'pino-pretty'
import { describeRecord, described } from './describe-record.ts'
import type { Observation } from './http/observe.ts'
import { createClock, isSimple, requestLine } from './request-line.ts'
import type { Settings } from './settings.ts'

/** A logger; `writeLine`, where lines are JSON, takes one that is written already. */
export type Log = Logger & { readonly writeLine?: (line: string) => unknown }

/** A log that writes to standard output. Flush it before the process ends. */
export function openLog({ logLevel, logFormat }: Pick<Settings, 'logLevel' | 'logFormat'>): Log {
  const readable = logFormat === 'pretty' || (logFormat === 'auto' && process.stdout.isTTY)
  const options = {
    level: logLevel,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }) },
  }
  if (readable) {
    return pino(options, pretty(readableOptions()))
  }
  // Lines are written some at a time, and none is kept back for longer than a person would notice. Not synchronously:
  // a reader of the log that stands still must not hold requests up. What it leaves unread is dropped beyond 16 MiB.
  const lines = pino.destination({
    fd: 1,
    sync: false,
    minLength: 32_768,
    maxWrite: 65_536,
    maxLength: 16_777_216,
    periodicFlush: 100,
  })
  return Object.assign(pino(options, lines), { writeLine: (line: string) => lines.write(line) })
}

function readableOptions(): PrettyOptions {
  return {
    colorize: process.stdout.isTTY && process.env['NO_COLOR'] === undefined,
    translateTime: 'SYS:HH:MM:ss.l',
    singleLine: true,
    messageFormat: describeRecord,
    ignore: described.join(','),
    errorLikeObjectKeys: ['err'],
  }
}

/** Notes one line for one request. A fault of ours is an error with its cause; a refusal is news, not an alarm. */
export function createRequestLog(log: Log): (seen: Observation) => void {
  const clock = createClock()
  return (seen) => {
    if (log.writeLine !== undefined && isSimple(seen) && log.isLevelEnabled('info')) {
      log.writeLine(requestLine(seen, clock()))
      return
    }
    const { cause, route: _route, ...told } = seen
    const level = seen.status >= 500 ? 'error' : 'info'
    log[level](cause === undefined ? told : { ...told, err: cause }, 'request')
  }
}
