/** Puts a foreign server before the check, through the command, as a user does. Also a process of the pool that does so. */
import { PassThrough, Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { runCommand } from '../../src/command/run-command.ts'
import { endWithParent } from '../run/pool.ts'
import { foreignById } from './catalogue.ts'
import { isObject } from './kinds.ts'
import { startForeign } from './service.ts'

/** What the check said about a server. */
export interface Told {
  readonly id: string
  readonly fate: 'caught' | 'kept' | 'missed' | 'accused' | 'unclear'
  /** The rules that it is said to break. */
  readonly rules: readonly string[]
  /** The whole report, or the error. */
  readonly text: string
}

endWithParent()

const never = new AbortController().signal

/** Resolves to what the check says. Rejects where the server can't be started. */
export async function perform(id: string): Promise<Told> {
  const { service, change, withWrites, breaks } = foreignById(id)
  await using running = await startForeign(service, change)
  const [contract, world] = [service.document, service.world].map((url) => fileURLToPath(url))
  const words = [
    'check',
    running.url,
    '--contract',
    contract,
    '--world',
    world,
    '--budget',
    'quick',
    '--json',
  ]
  const [stdout, stderr] = [new PassThrough(), new PassThrough()]
  const texts = [stdout, stderr].map((stream) => stream.toArray())
  const code = await runCommand([...words.map(String), ...(withWrites ? ['--writes'] : [])], {
    env: {},
    stdin: Readable.from(''),
    stdout,
    stderr,
    interrupt: never,
    stopAtFirst: breaks,
    // On a busy machine nothing is left untried.
    timeMs: 20 * 60_000,
  })
  stdout.end()
  stderr.end()
  const [out = '', error = ''] = await Promise.all(
    texts.map(async (text) => Buffer.concat(await text).toString()),
  )
  const fates = breaks ? (['missed', 'caught'] as const) : (['kept', 'accused'] as const)
  return { id, fate: fates[code] ?? 'unclear', rules: rulesIn(out), text: out + error }
}

function rulesIn(report: string): readonly string[] {
  const value: unknown = report.startsWith('{') ? JSON.parse(report) : undefined
  const failures = isObject(value) && Array.isArray(value['failures']) ? value['failures'] : []
  return failures.flatMap((failure: unknown) =>
    isObject(failure) && Array.isArray(failure['rules']) ? failure['rules'].map(String) : [],
  )
}
