/** Frees what nothing refers to any more, for tests of what is kept. */
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

setFlagsFromString('--expose-gc')
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the flag above makes it one
const collect = runInNewContext('gc') as () => void

export async function collectAll(): Promise<void> {
  // Buffers are freed one turn after the objects that hold them.
  for (let turn = 0; turn < 3; turn += 1) {
    await new Promise(setImmediate)
    collect()
  }
}
