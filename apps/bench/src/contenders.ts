/** Who is compared. */
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { apiProgram } from './api-program.ts'
import type { Command, Cores } from './cores.ts'
import { type Program, startProgram } from './start-program.ts'

export type ContenderName = 'Plant Store' | 'Fastify' | 'Koa' | 'node:http'

/** A program that answers `GET /plants` from a database. */
export interface Contender {
  readonly name: ContenderName
  /** What it does for each request, for the reader of the figures. */
  readonly does: string
  /** Whether it gives everyone their own plants, and nothing to those without a token. */
  readonly isService: boolean
  readonly command: (database: string) => Command
}

/** A contender that listens. */
export interface Runner {
  readonly contender: Contender
  readonly program: Program
}

const peer =
  (name: string) =>
  (database: string): Command => [
    process.execPath,
    fileURLToPath(new URL(`peers/${name}.ts`, import.meta.url)),
    database,
  ]

/** The service of this repository. */
export const plantStore: Contender = {
  name: 'Plant Store',
  does: 'the service as it is delivered: with request log, metrics, request ids, ETag and framing checks, and answers kept in memory for as long as nothing in the database changes, which it asks once for all requests that came together',
  isService: true,
  command: () => [...apiProgram, 'serve'],
}

/** The ceiling first, then the service and its peers. */
export const contenders: readonly Contender[] = [
  {
    name: 'node:http',
    does: 'the ceiling: one fixed buffer for everyone; no check, no database, no log',
    isService: false,
    command: peer('raw-http'),
  },
  plantStore,
  {
    name: 'Fastify',
    does: 'token, limit and plants from the same file, with its defaults; no log',
    isService: true,
    command: peer('fastify'),
  },
  {
    name: 'Koa',
    does: 'the same with koa, @koa/router and koa-bearer-token as they come; no log',
    isService: true,
    command: peer('koa'),
  },
]

/** Starts it on the core for servers. The settings of the service are its defaults, but for the ports. */
export async function startContender(contender: Contender, database: string, cores: Cores): Promise<Runner> {
  const env = {
    PLANT_STORE_DATABASE: database,
    PLANT_STORE_PORT: '0',
    PLANT_STORE_OPERATOR_PORT: '0',
    PLANT_STORE_LOG_FORMAT: 'json',
  }
  return {
    contender,
    program: await startProgram(cores.onServerCore(contender.command(database)), env),
  }
}
