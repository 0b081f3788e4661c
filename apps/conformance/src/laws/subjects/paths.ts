/** Paths: there is what the contract names, letter by letter, and nothing else. */
import type { SentRequest } from '../../exchange.ts'
import { runsFor } from '../budget.ts'
import { anyPath, pathsNear, usualPaths } from '../generate/paths.ts'
import { forAll } from '../for-all.ts'
import type { Law } from '../law.ts'
import type { Probe } from '../probe.ts'

export const paths: Law = {
  name: 'paths',
  run: async (probe) => {
    const token = probe.parties[0]?.token.mark
    const known = [...new Set(probe.knowledge.operations.map(({ path }) => path))]
    const near = known.flatMap((path) => pathsNear(path))
    await probe.askBriefly([...near, ...usualPaths].map((path) => probe.write('GET', path, { token })))
    await probe.askBriefly([
      ...known.map((path) => probe.write('GET', `${path}/?limit=1`, { token })),
      ...known.flatMap((path) => wholeAddresses(probe, path, token)),
      probe.write('GET', '*', { token }),
      probe.write('OPTIONS', '*', { token }),
      probe.write('GET', '/nothing'),
      probe.write('HEAD', '/nothing', { token }),
      probe.write('DELETE', '/nothing', { token }),
      probe.write('GET', '/nothing?access_token=x', { token }),
    ])
    for (const path of known) {
      const runs = runsFor(probe.subject.budget)
      await forAll(probe, anyPath(path), (other) => probe.write('GET', other, { token }), runs)
    }
  },
}

/** A whole address as the target means the same as its path, whatever host it names. */
function wholeAddresses(
  { subject, write }: Probe,
  path: string,
  token: string | undefined,
): readonly SentRequest[] {
  return [subject.url, subject.url.replace(/^http/, 'HTTP'), 'http://plants.example'].flatMap((origin) => [
    write('GET', `${origin}${path}`, { token }),
    write('GET', `${origin}${path}?x=1`),
    write('GET', `${origin}${path}/`, { token }),
    write('DELETE', `${origin}${path}`, { token }),
    write('GET', origin, { token }),
  ])
}
