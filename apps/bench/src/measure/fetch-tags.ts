/** Fetches the ETags of the contenders' lists, for conditional requests. */
import type { ContenderName, RunningContender } from '../contenders.ts'
import { type Callers, conditionalPath, divideCallers, frequentCallers } from '../load/loads.ts'

/** ETags by token; none for a contender that sends no ETags. */
export async function fetchTags(
  running: readonly RunningContender[],
): Promise<ReadonlyMap<ContenderName, Callers['tags']>> {
  const all = new Map<ContenderName, Callers['tags']>()
  for (const { contender, program } of running) {
    const own = new Map<string, string>()
    const { regulars } = divideCallers(contender.world, 0, own)
    for (const token of frequentCallers(regulars)) {
      const headers = { authorization: `Bearer ${token}` }
      const response = await fetch(program.url + conditionalPath, { headers })
      await response.arrayBuffer()
      const tag = response.headers.get('etag')
      if (tag !== null) own.set(token, tag)
    }
    all.set(contender.name, own)
  }
  return all
}
