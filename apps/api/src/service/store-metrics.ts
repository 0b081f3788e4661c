/** Gauges of what the store holds, counted when somebody looks. */
import type { Counts, PlantReader } from '@plant-store/store'
import { Gauge, type Registry } from 'prom-client'

const soonDays = 7
const soonMs = soonDays * 24 * 60 * 60 * 1000

const gauges = [
  ['users', 'plant_store_users', 'Users in the store.'],
  ['activeTokens', 'plant_store_active_tokens', 'Tokens that are accepted.'],
  [
    'expiringTokens',
    'plant_store_expiring_tokens',
    `Tokens that are accepted now and expire within ${soonDays} days: time to rotate them.`,
  ],
] as const satisfies readonly [keyof Counts, string, string][]

/** What a store that can't answer is known to hold. */
const unknown: Counts = { users: Number.NaN, activeTokens: Number.NaN, expiringTokens: Number.NaN }

/** Adds the gauges. The store is asked once for all of them. */
export function measureStore(registry: Registry, store: Pick<PlantReader, 'counts'>): void {
  let counting: Promise<Counts> | undefined
  const count = async (): Promise<Counts> => {
    try {
      return await store.counts(soonMs)
    } catch {
      return unknown
    } finally {
      counting = undefined
    }
  }
  const share = (): Promise<Counts> => (counting ??= count())
  for (const [member, name, help] of gauges) {
    const gauge: Gauge = new Gauge({
      name,
      help,
      registers: [registry],
      collect: async () => gauge.set((await share())[member]),
    })
  }
}
