/** Runs of the command within the test's own process, with checkers that do as they are told. */
import { PassThrough, Readable } from 'node:stream'
import { runCommand } from '../../src/command/run-command.ts'
import { type Checker, CheckerFailure } from '../../src/run/checker.ts'
import { rules } from '../../plant-store/rules.ts'
import { serve } from '../serve.ts'
import { exchange, finding, checker } from './bench.ts'

export interface Run {
  readonly code: number
  readonly stdout: string
  readonly stderr: string
}

export interface RunOptions {
  readonly env?: Readonly<Record<string, string>>
  readonly checkers?: readonly Checker[]
  readonly stdin?: string | Readable
  readonly isTTY?: boolean
  readonly interrupt?: AbortSignal
  readonly timeMs?: number
  readonly stopAtFirst?: boolean
}

/** A command; those other than `check` ignore what only `check` needs. */
type Command = typeof runCommand

export const run = (words: readonly string[], options?: RunOptions): Promise<Run> =>
  runWith(runCommand, words, options)

export async function runWith(
  command: Command,
  words: readonly string[],
  options: RunOptions = {},
): Promise<Run> {
  const { env = {}, checkers = [], stdin = '', isTTY = false, timeMs, stopAtFirst } = options
  const { interrupt = new AbortController().signal } = options
  const stdout = new PassThrough()
  const stderr = Object.assign(new PassThrough(), { isTTY })
  const texts = [stdout.toArray(), stderr.toArray()]
  const time = timeMs === undefined ? [] : ['--minutes', String(timeMs / 60_000)]
  const code = await command([...words, ...time], {
    env,
    stdin: typeof stdin === 'string' ? Readable.from(stdin) : stdin,
    stdout,
    stderr,
    interrupt,
    checkers,
    ...(stopAtFirst !== undefined && { stopAtFirst }),
  })
  stdout.end()
  stderr.end()
  const [out = '', err = ''] = await Promise.all(
    texts.map(async (text) => Buffer.concat(await text).toString()),
  )
  return { code, stdout: out, stderr: err }
}

/** A checker that sees every rule of the contract kept. */
export const good = checker('good', (collector) => {
  for (const { id, kind } of rules) {
    const seen = collector.record(exchange())
    collector.kept(id, seen)
    if (kind === 'refusable') collector.refused(id, seen)
  }
})
/** A checker that finds a breach. */
export const strict = checker('strict', (collector) => {
  const seen = collector.record(
    exchange({}, { request: { method: 'GET', target: '/plants?limit=2', fields: [] } }),
  )
  collector.broken(
    finding('limit-caps-the-list', {
      checker: 'strict',
      exchange: seen,
      came: '3 plants came back.\nAnd a \u001B[31mcolour.',
      due: 'at most 2 plants',
      curl: `curl -si -H "Authorization: Bearer $TOKEN" '/plants?limit=2'`,
    }),
  )
})
/** A checker that lacks its tool. */
export const lame = checker('lame', () =>
  Promise.reject(new CheckerFailure('Python 3.10 is missing: install it.')),
)

/** A check of a server that answers everything with 200, or with the given status. */
export async function runCheck(
  words: readonly string[],
  options: RunOptions = {},
  status = 200,
): Promise<Run> {
  await using server = await serve((_request, response) => response.writeHead(status).end('[]'))
  return await run(['check', server.url, ...words], options)
}
