/** The services that the rows are sent to: one for each set of settings in the table. */
import { patienceMs, type Service, startService, type World } from '@plant-store/testkit'
import type { Known } from './judge.ts'
import { collectWords } from './words.ts'

/** Where rows are sent, and what their answers are judged by. */
export interface Context extends Known {
  readonly port: number
  /** How long an answer may take. */
  readonly timeoutMs: number
}

/** Services over one world. */
export interface Contexts {
  /** The context of the service with these settings, which is started when first needed. */
  withSettings(settings: Readonly<Record<string, number>>): Promise<Context>
  stopAll(): Promise<void>
}

/** The caller stops all services, once, whatever happened. */
export function createContexts(world: World): Contexts {
  const services: Promise<Service>[] = []
  const known = new Map<string, Promise<Context>>()

  const start = async (settings: Readonly<Record<string, number>>): Promise<Context> => {
    // Over PostgreSQL, on a busy machine, an answer may take long.
    const patient = { database: world.database, databaseTimeoutMs: patienceMs }
    const starting = startService({ settings: { ...patient, ...settings } })
    services.push(starting)
    const { port } = await starting
    return { world, words: await collectWords(world, port), port, timeoutMs: 60_000 }
  }
  return {
    withSettings: (settings) => {
      const key = JSON.stringify(settings)
      const context = known.get(key) ?? start(settings)
      known.set(key, context)
      return context
    },
    stopAll: async () => {
      for (const starting of await Promise.allSettled(services)) {
        await (starting.status === 'fulfilled' ? starting.value.stop() : undefined)
      }
    },
  }
}
