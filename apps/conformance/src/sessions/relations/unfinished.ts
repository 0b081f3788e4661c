/** A client that begins a request and says no more changes nothing for anybody else. */
import type { Session, Step } from '@plant-store/raw-http'
import type { Setting } from '../draft.ts'
import { kindsOf } from '../kinds.ts'

/** Connections that fall silent before the first octet, within a line, after a line, and within content. */
export function unfinished({ runner, operation }: Setting): readonly Session[] {
  // Where the contract says nothing about connections, servers that do one thing at a time are spared.
  if (runner.subject.only === 'given') return []
  const [first, second = first] = kindsOf(runner, operation)
  if (first === undefined || second === undefined) return []
  const content = runner.write('POST', operation.path, { body: 'x'.repeat(20) })
  const text = runner.octetsOf(first.request)
  const places = [0, 9, text.indexOf('\r\n') + 2, text.length - 2]
  const stays = (request: typeof content, octets: number): Step => ({ abandon: request, octets, by: 'stay' })
  const begun = [
    ...places.map((octets) => stays(first.request, octets)),
    stays(content, runner.octetsOf(content).length - 10),
  ]
  return begun.map((one): Session => [one, { ask: first }, { ask: second, on: 1 }])
}
