/** Takes a step on the store. */
import { rmSync } from 'node:fs'
import {
  backup,
  type ImportOutcome,
  type NewToken,
  type Records,
  restore,
  type Store,
} from '../../src/index.ts'
import type { World } from '../promises/world.ts'
import type { Given, Kind, Step } from './run-on-model.ts'

/** A store in the middle of a history. */
export interface StoreRun {
  readonly world: World
  /** Another store over the same database. */
  readonly other: Store
  /** Every token that was ever made, in order. */
  readonly tokens: NewToken[]
  /** Where backups are made; nothing is there yet. */
  readonly backupFile: string
}

type Special<Of extends Kind> = (run: StoreRun, ...given: Given<Of>) => unknown

/** The steps that are more than a call of the store's method of that name. */
const special: { readonly [Of in Kind]?: Special<Of> } = {
  importPlants: (run, lines) => importLines(run, 'importPlants', lines),
  importUsers: (run, lines) => importLines(run, 'importUsers', lines),
  importGrants: (run, lines) => importLines(run, 'importGrants', lines),
  createToken: async ({ world: { store, clock }, tokens }, user, lifetimeMs) => {
    const expiresAt = lifetimeMs === undefined ? undefined : new Date(clock.now + lifetimeMs)
    tokens.push(await store.createToken(user, 'a token', expiresAt))
  },
  rotateToken: async (run, token, overlapMs) => {
    run.tokens.push(await run.world.store.rotateToken(idOf(run, token), overlapMs))
  },
  revokeToken: (run, token) => run.world.store.revokeToken(idOf(run, token)),
  purgeTokens: ({ world: { store, clock } }, agoMs) => store.purgeTokens(new Date(clock.now - agoMs)),
  wait: ({ world: { clock } }, ms) => {
    clock.now += ms
  },
  backup: ({ world: { database }, backupFile }) => {
    rmSync(backupFile, { force: true })
    return backup({ database, to: backupFile })
  },
  restore: async ({ world: { database }, backupFile }) => {
    const { keptAs = '' } = await restore({ database, from: backupFile })
    rmSync(keptAs)
  },
}

const idOf = ({ tokens }: StoreRun, token: number): number => tokens[token]?.token.id ?? 0

/** Returns what the store's method of the step's name does. */
export function runOnStore(run: StoreRun, [kind, ...given]: Step): unknown {
  // The arguments are those of this kind of step; the compiler loses that in the union.
  /* oxlint-disable typescript/no-unsafe-type-assertion */
  const take = special[kind] as ((run: StoreRun, ...given: readonly unknown[]) => unknown) | undefined
  if (take !== undefined) return take(run, ...given)
  const { store } = run.world
  const method = store[kind as keyof Store] as (...given: readonly unknown[]) => unknown
  /* oxlint-enable typescript/no-unsafe-type-assertion */
  return method(...given)
}

/** As many problems must be reported as the outcome says. */
async function importLines(
  { world: { store } }: StoreRun,
  load: 'importPlants' | 'importUsers' | 'importGrants',
  lines: readonly object[],
): Promise<ImportOutcome> {
  let reported = 0
  async function* records(): Records & AsyncGenerator<{ line: number; value: unknown }[]> {
    yield await Promise.resolve(lines.map((value, index) => ({ line: index + 1, value })))
  }
  const outcome = await store[load](records(), () => {
    reported += 1
  })
  return { ...outcome, problems: reported }
}
