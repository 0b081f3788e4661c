/** Starts one server of the catalogue. */
import type { Mutant } from '../mutant.ts'
import { reference, type Steps } from './reference.ts'
import { type Running, serve } from './serve.ts'
import type { World } from './world.ts'

/** Resolves when it listens, on a free port of this machine, in this thread. */
export function startMutant(
  mutant: Pick<Mutant, 'change' | 'world'>,
  world: World = mutant.world,
): Promise<Running> {
  const steps: Steps = { ...reference, ...mutant.change(reference) }
  return serve(steps, world)
}
