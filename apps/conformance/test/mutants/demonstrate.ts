/** Sends a demonstration to a server, and brings back what an observer can see. */
import { connectRaw, headerValues, type RawConnection, type RawResponse } from '@plant-store/testkit'
import type { Call, Demonstration } from '../../src/mutants/demonstration.ts'
import type { World } from '../../src/mutants/world.ts'

/** What the catalogue calls slow takes far longer. */
const timeoutMs = 1500

/** What came back for one call. `state` tells why there is no answer. */
export interface Observation {
  readonly answers: readonly RawResponse[]
  readonly surplus: string
  readonly state: string
}

/** Sends the calls as the demonstration says. */
export async function demonstrate(
  url: string,
  { calls, how }: Demonstration,
  world: World,
): Promise<readonly Observation[]> {
  const port = Number(new URL(url).port)
  using connection = how === 'on one connection' ? await connectRaw({ port }) : undefined
  const seen: Observation[] = []
  let tag = ''
  for (const call of calls) {
    const octets = compose(call, world, tag)
    const observation = await (connection === undefined ? sendAlone(port, octets) : send(connection, octets))
    tag = observation.answers.flatMap((answer) => headerValues(answer, 'ETag'))[0] ?? tag
    seen.push(observation)
  }
  return seen
}

async function sendAlone(port: number, octets: string): Promise<Observation> {
  try {
    using connection = await connectRaw({ port })
    return await send(connection, octets)
  } catch (error) {
    return { answers: [], surplus: '', state: String(error) }
  }
}

async function send(connection: RawConnection, octets: string): Promise<Observation> {
  await connection.send(octets)
  const answers = await connection.receive(1, timeoutMs)
  const isWhole = answers.some(({ faults }) => faults.length === 0)
  return {
    answers: answers.map((answer) => withoutChance(answer)),
    surplus: connection.surplus.toString('latin1'),
    // An answer tells whether the connection ends behind it; when we see that end is chance.
    state: isWhole ? '' : connection.state,
  }
}

/** Without what differs between two equal servers. */
function withoutChance(answer: RawResponse): RawResponse {
  const headers = answer.headers
    .filter(([name]) => !/^date$/i.test(name))
    .map(([name, value]): [string, string] => [name, /^[\da-f-]{36}$/.test(value) ? 'uuid' : value])
  return { ...answer, headers }
}

function compose({ line, as, fields, content, version }: Call, world: World, tag: string): string {
  const token = world.callers.find(({ name }) => name === as)?.token
  const lines = [
    `${line} HTTP/${version}`,
    'Host: plants.example',
    ...(token === undefined ? [] : [`Authorization: Bearer ${token}`]),
    ...(content === '' ? [] : [`Content-Length: ${content.length}`]),
    ...fields,
  ]
  const words: Readonly<Record<string, string>> = {
    ...Object.fromEntries(world.callers.map((caller) => [caller.name, caller.token])),
    tag,
  }
  const filled = lines.join('\r\n').replaceAll(/\{([^{}]+)\}/g, (whole, word: string) => words[word] ?? whole)
  return `${filled}\r\n\r\n${content}`
}
