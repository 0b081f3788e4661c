/** The meaning of limit: for every n, the first n plants of the whole list. */
import * as fc from 'fast-check'
import { runsFor } from '../budget.ts'
import { forAll } from '../for-all.ts'
import type { Law } from '../law.ts'
import { listPath } from './list-path.ts'
import type { Party, Probe } from '../probe.ts'

const greatest = 2_147_483_647

export const limitMeaning: Law = {
  name: 'the meaning of limit',
  run: async (probe) => {
    const path = listPath(probe)
    if (path !== undefined) {
      await Promise.all(probe.parties.slice(0, 5).map((party) => tryNumbers(probe, party, path)))
    }
  },
}

async function tryNumbers(probe: Probe, { index, token }: Party, path: string): Promise<void> {
  const request = (limit: number) => probe.write('GET', `${path}?limit=${limit}`, { token: token.mark })
  const count = probe.knowledge.listOf(index)?.plants.length ?? 0
  await probe.askAll(numbersFor(count).map((limit) => request(limit)))
  const anyNumber =
    count > many
      ? fc.oneof({ weight: 9, arbitrary: fc.nat(many) }, fc.nat(greatest))
      : fc.oneof(fc.nat(count + 3), fc.nat(5000), fc.nat(greatest))
  // Every caller's property on its own would be the same one over and over.
  await forAll(probe, anyNumber, request, runsFor(probe.subject.budget, index === 0 ? 1 : 0.2))
}

/** From here on it takes long to read a list, and a few of the numbers beyond have to do. */
const many = 1000

/** Small lists are tried with every number; of long ones the ends, and where services like to cap. */
function numbersFor(count: number): readonly number[] {
  const all = Array.from({ length: count <= 150 ? count : 5 }, (_, limit) => limit)
  const near = [count - 1, count, count + 1, count + 2].filter((limit) => limit >= 0)
  const caps = [
    10, 16, 20, 25, 32, 50, 64, 100, 128, 200, 250, 255, 256, 500, 512, 1000, 1024, 5000, 10_000, 65_535,
    65_536, 100_000,
  ]
  const beyondCaps = caps.flatMap((cap) => (count > many && cap >= many ? [] : [cap, cap + 1]))
  return [...new Set([...all, ...near, ...beyondCaps, greatest - 1, greatest])]
}
