/** The size of a run: how much data, how many rounds, and how long. */

/** The database engines of the service. */
export type Engine = 'sqlite' | 'postgres'

/** All numbers of a run, as `--json` prints them. */
export interface Config {
  readonly engine: Engine
  readonly plants: number
  /** Users besides the one who sees every plant. More than the service caches, so that some are always new to it. */
  readonly users: number
  readonly plantsPerUser: number
  readonly rounds: number
  /** How long each contender is loaded in each round. */
  readonly seconds: number
  readonly connections: number
  /** Callers who request every plant at once. */
  readonly readers: number
  /** How long short requests are sent while they read. */
  readonly longListSeconds: number
  /** How often the memory for stalled readers is measured, each time in a new process. */
  readonly memoryRounds: number
}

/** About five minutes with `--before`, once the databases are there. */
export const defaultConfig: Config = {
  engine: 'sqlite',
  plants: 1_000_000,
  users: 14_000,
  plantsPerUser: 25,
  rounds: 4,
  seconds: 0.9,
  connections: 32,
  readers: 300,
  longListSeconds: 3,
  memoryRounds: 1,
}

/** Each request waits for a round trip to the database: with 32 connections nobody was busy more than half the time. */
export const connectionsOverPostgres = 128

/** About fourteen minutes, for figures to keep. */
export const fullConfig: Config = {
  ...defaultConfig,
  rounds: 7,
  seconds: 2,
  longListSeconds: 10,
  memoryRounds: 3,
}
