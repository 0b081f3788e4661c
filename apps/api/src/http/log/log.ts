/** Structured logs: one JSON line for machines, one readable line in a terminal. */
import process from 'node:process'
import { Writable } from 'node:stream'
import { finished } from 'node:stream/promises'
import pino, { type DestinationStream, type Logger, type LoggerOptions } from 'pino'
import type { PrettyOptions } from 'pino-pretty'
import type { Settings } from '../../settings.ts'
import { LogOutput } from './log-output.ts'
import { createErrorDescriber, type LoggedError } from './repeated-errors.ts'
import type { RequestRecord } from '../middleware/request-log.ts'

/** A log to standard output, and its end. */
export interface Log extends Logger {
  /** Writes one line for one request. */
  readonly request: (record: RequestRecord) => void
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
  const describeError = createErrorDescriber()
  const options: LoggerOptions = {
    level: logLevel,
    base: worker === undefined ? null : { worker },
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }) },
    serializers: { err: describeError },
  }
  const output = new LogOutput({
    dropped,
    recovered: (lines) => log.warn({ lines }, 'log lines were dropped: they could not be written'),
  })
  const isPretty = logFormat === 'pretty' || (logFormat === 'auto' && process.stdout.isTTY)
  const { logger, lines, ...ends } = isPretty ? await prettyLog(options, output) : jsonLog(options, output)
  const log: Log = Object.assign(logger, {
    ...ends,
    request: writeRequests(logger, lines, describeError, worker),
  })
  return log
}

/** A logger, where its lines go, and the end of both. */
interface Lines extends Pick<Log, 'passOn' | 'end'> {
  readonly logger: Logger
  readonly lines: DestinationStream
}

function jsonLog(options: LoggerOptions, output: LogOutput): Lines {
  return {
    logger: pino(options, output),
    lines: output,
    passOn: (text: string) => output.write(text),
    end: (timeoutMs: number) => output.flush(timeoutMs),
  }
}

async function prettyLog(options: LoggerOptions, output: LogOutput): Promise<Lines> {
  // Loaded only on demand: most logs are read by machines.
  const { PinoPretty: pretty } = await import('pino-pretty')
  const destination = new Writable({
    write: (line: Buffer, _encoding, done) => {
      output.write(showDirections(line.toString()))
      done()
    },
  })
  const lines = pretty({ ...prettyOptions, destination })
  return {
    logger: pino(options, lines),
    lines,
    passOn: (text: string) => void lines.write(text),
    end: async (timeoutMs: number) => {
      lines.end()
      await finished(destination)
      return output.flush(timeoutMs)
    },
  }
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
function writeRequests(
  log: Logger,
  lines: DestinationStream,
  describeError: (error: Error) => LoggedError,
  worker?: number,
): Log['request'] {
  const who = worker === undefined ? '' : `"worker":${worker},`
  return (record) => {
    // Only a fault of the service is an error; a refusal is information, not an alarm.
    const { err } = record
    const level = err === undefined ? 'info' : 'error'
    if (!log.isLevelEnabled(level)) return
    const time = new Date().toISOString()
    const members = JSON.stringify(err === undefined ? record : { ...record, err: describeError(err) })
    lines.write(`{"level":"${level}","time":"${time}",${who}${members.slice(1, -1)},"msg":"request"}\n`)
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
