/** Runs doctor, and starts servers for it to examine. */
import { createServer, type RequestListener } from 'node:http'
import { type Served, serveOn } from '@plant-store/testkit'
import { parseLines } from './run-here.ts'
import type { Place } from './place.ts'

export type Env = Readonly<Record<string, string>>

/** Runs doctor and returns the result of each check as `state: detail`. */
export async function examine(place: Place, env: Env): Promise<{ code: number | null; checks: Env }> {
  const { code, stdout } = await place.runIn(env, 'doctor', '--json')
  const lines = parseLines(stdout).map(({ check, state, detail }): [string, string] => [
    String(check),
    `${String(state)}: ${String(detail)}`,
  ])
  return { code, checks: Object.fromEntries(lines) }
}

/** Starts a program that is not a plant store. */
export const startOther = (respond: RequestListener): Promise<Served> => serveOn(createServer(respond))

/** Addresses at which nothing listens. */
export const nobody = {
  PLANT_STORE_URL: 'http://127.0.0.1:9',
  PLANT_STORE_OPERATOR_URL: 'http://127.0.0.1:9',
}
