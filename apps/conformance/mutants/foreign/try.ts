/** Puts a foreign server before the check, through the command, as a user does. Also a process of the pool that does so. */
import { fileURLToPath } from 'node:url'
import { run } from '../../test/run/run.ts'
import { unhurriedMs } from '../../test/subject.ts'
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

/** Resolves to what the check says. Rejects where the server can't be started. */
export async function perform(id: string): Promise<Told> {
  const { service, change, withWrites, breaks } = foreignById(id)
  await using running = await startForeign(service, change)
  const [contract, world] = [service.document, service.world].map((url) => fileURLToPath(url))
  const basis = ['--contract', contract ?? '', '--world', world ?? '', ...(withWrites ? ['--writes'] : [])]
  const words = ['check', running.url, ...basis, '--budget', 'quick', '--json']
  // On a busy machine nothing is left untried.
  const { code, stdout, stderr } = await run(words, { stopAtFirst: breaks, timeMs: unhurriedMs })
  const fates = breaks ? (['missed', 'caught'] as const) : (['kept', 'accused'] as const)
  return { id, fate: fates[code] ?? 'unclear', rules: rulesIn(stdout), text: stdout + stderr }
}

function rulesIn(report: string): readonly string[] {
  const value: unknown = report.startsWith('{') ? JSON.parse(report) : undefined
  const failures = isObject(value) && Array.isArray(value['failures']) ? value['failures'] : []
  return failures.flatMap((failure: unknown) =>
    isObject(failure) && Array.isArray(failure['rules']) ? failure['rules'].map(String) : [],
  )
}
