/** How much is measured: the size of the data, how often, and for how long. */

/** What the service can keep its data in. */
export type Engine = 'sqlite' | 'postgres'

/** All numbers of a run, as `--json` prints them. */
export interface Config {
  /** Where the data is. */
  readonly engine: Engine
  readonly plants: number
  /** Users beside the one who sees every plant. More than the service remembers, so that some are always new to it. */
  readonly users: number
  readonly plantsPerUser: number
  readonly rounds: number
  /** How long each contender is loaded in each round. */
  readonly seconds: number
  readonly connections: number
  /** Callers who ask for every plant at once. */
  readonly readers: number
  /** How long short requests are sent beside them. */
  readonly longListSeconds: number
  /** How often the memory of readers who stand still is measured, each time in a new process. */
  readonly memoryRounds: number
}

/** Under four minutes with `--before`, once the databases are there. */
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

/** Each request waits for a round trip to the database: with 32 of them nobody was busy for more than half of the time. */
export const connectionsOverPostgres = 128

/** About twelve minutes, for figures that are to be kept. */
export const fullConfig: Config = {
  ...defaultConfig,
  rounds: 7,
  seconds: 2,
  longListSeconds: 10,
  memoryRounds: 3,
}
