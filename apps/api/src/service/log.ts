/** Structured logs: one JSON line for machines, one readable line in a terminal. */
import process from 'node:process'
import { Writable } from 'node:stream'
import { finished } from 'node:stream/promises'
import pino, { type DestinationStream, type Logger, type LoggerOptions } from 'pino'
import type { PrettyOptions } from 'pino-pretty'
import type { Settings } from '../settings.ts'
import { LogOutput } from './log-output.ts'
import type { RequestRecord } from './request-log.ts'

/** A log to standard output, and its end. */
export interface Log extends Logger {
  /** Writes one line for one request. */
  request(record: RequestRecord): void
  /** Writes whole lines that the log of another process of this service produced. */
  passOn(lines: string): void
  /** Resolves to whether everything was written within this time. Nothing is logged afterwards. */
  end(timeoutMs: number): Promise<boolean>
}

/** Logging never delays the service. `dropped` is told of lines that could not be written; `worker` is in each line. */
export async function openLog(
  { logLevel, logFormat }: Pick<Settings, 'logLevel' | 'logFormat'>,
  dropped: (lines: number) => void,
  worker?: number,
): Promise<Log> {
  const options: LoggerOptions = {
    level: logLevel,
    base: worker === undefined ? null : { worker },
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }) },
  }
  const output = new LogOutput({
    dropped,
    recovered: (lines) => log.warn({ lines }, 'log lines were dropped: they could not be written'),
  })
  const isPretty = logFormat === 'pretty' || (logFormat === 'auto' && process.stdout.isTTY)
  const log: Log = isPretty ? await prettyLog(options, output) : jsonLog(options, output, worker)
  return log
}

function jsonLog(options: LoggerOptions, output: LogOutput, worker?: number): Log {
  const log = pino(options, output)
  return Object.assign(log, {
    request: writeRequests(log, output, worker),
    passOn: (text: string) => output.write(text),
    end: (timeoutMs: number) => output.flush(timeoutMs),
  })
}

async function prettyLog(options: LoggerOptions, output: LogOutput): Promise<Log> {
  // Loaded only on demand: most logs are read by machines.
  const { PinoPretty: pretty } = await import('pino-pretty')
  const destination = new Writable({
    write: (line: Buffer, _encoding, done) => {
      output.write(showDirections(line.toString()))
      done()
    },
  })
  const lines = pretty({ ...prettyOptions, destination })
  const log = pino(options, lines)
  return Object.assign(log, {
    request: writeRequests(log, lines),
    passOn: (text: string) => void lines.write(text),
    end: async (timeoutMs: number) => {
      lines.end()
      await finished(destination)
      return output.flush(timeoutMs)
    },
  })
}

/** Escapes characters that change the writing direction, as in `\u202e`: no user's name reverses the rest of a line. */
function showDirections(line: string): string {
  return line.replaceAll(/\p{Bidi_Control}/gu, (character) => {
    return `\\u${(character.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`
  })
}

/**
 * Nearly all lines are those of requests. They are written here and not by the logger, which cost another 7 % of a
 * request's processor time.
 */
function writeRequests(log: Logger, lines: DestinationStream, worker?: number): Log['request'] {
  const who = worker === undefined ? '' : `"worker":${worker},`
  return (record) => {
    // Only a fault of the service is an error; a refusal is information, not an alarm.
    const level = record.err === undefined ? 'info' : 'error'
    if (!log.isLevelEnabled(level)) return
    const time = new Date().toISOString()
    lines.write(
      `{"level":"${level}","time":"${time}",${who}${JSON.stringify(record).slice(1, -1)},"msg":"request"}\n`,
    )
  }
}

/** Such as `[10:15:02.120] INFO: request GET /plants 200 in 0.8 ms for Amara`. */
const prettyOptions: PrettyOptions = {
  colorize: process.stdout.isTTY && process.env['NO_COLOR'] === undefined,
  translateTime: 'SYS:HH:MM:ss.l',
  hideObject: true,
  messageFormat:
    '{msg}{if url} at {url}{end}{if operatorUrl} and, for the operator, at {operatorUrl}{end}' +
    '{if method} {method} {path}{end}{if status} {status}{end}{if durationMs} in {durationMs} ms{end}' +
    '{if user} for {user}{end}{if reason} ({reason}){end}{if lines}: {lines}{end}' +
    '{if worker} [worker {worker}]{end}',
  errorLikeObjectKeys: ['err'],
}
