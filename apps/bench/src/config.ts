/** The size of a run: how much data, how many rounds, and how long. */
import type { Engine, WorldSize } from './world.ts'

/** All numbers of a run, as `--json` prints them. */
export interface Config extends WorldSize {
  readonly engine: Engine
  readonly rounds: number
  /** How long each contender is loaded in each round. */
  readonly seconds: number
  readonly connections: number
  /** How many request every plant at once, and stall. */
  readonly readers: number
}

/** The configuration that these options ask for. */
export function configure({
  engine,
  plants = engine === 'postgres' ? 100_000 : 1_000_000,
  rounds,
  seconds,
}: Pick<Config, 'engine' | 'rounds' | 'seconds'> & { readonly plants?: number }): Config {
  return {
    engine,
    plants,
    users: Math.min(14_000, Math.floor(plants / 10)),
    rounds,
    seconds,
    // Over PostgreSQL each request waits for a round trip: with 32 connections nobody was busy more than half the time.
    connections: engine === 'postgres' ? 128 : 32,
    readers: 300,
  }
}
