/** The operator's process: makes the requested changes, and reports when they are acknowledged. */
import process from 'node:process'
import { openStore, StoreError } from '@plant-store/store'
import { handleJobs } from '@plant-store/testkit'

/** The operator's actions, each with its arguments. */
export type Deed =
  | { readonly what: 'grant' | 'revoke'; readonly user: string; readonly plant: string }
  | { readonly what: 'addMember' | 'removeMember'; readonly user: string; readonly group: string }
  | { readonly what: 'disableUser' | 'enableUser'; readonly user: string }
  | { readonly what: 'look'; readonly users: readonly string[] }

/** The state of the store. */
export interface Look {
  /** By user: the names of the plants they see, or `refused` if the user is disabled. */
  readonly access: Readonly<Record<string, readonly string[] | 'refused'>>
  readonly auditEntries: number
  readonly findings: readonly string[]
}

/** `look` is the result of a look. `code` is that of a `StoreError`. */
export type Reply =
  | { readonly done: true; readonly look?: Look }
  | { readonly done: false; readonly code: string | undefined; readonly message: string }

const store = await openStore({ database: process.argv[2] ?? '' })

handleJobs<Deed, Reply>(attempt)

async function attempt(deed: Deed): Promise<Reply> {
  try {
    const seen = await perform(deed)
    return seen === undefined ? { done: true } : { done: true, look: seen }
  } catch (error) {
    const code = error instanceof StoreError ? error.code : undefined
    return { done: false, code, message: error instanceof Error ? error.message : String(error) }
  }
}

async function perform(deed: Deed): Promise<Look | undefined> {
  if (deed.what === 'look') return look(deed.users)
  const { user } = deed
  if (deed.what === 'grant') await store.grant({ user }, { name: deed.plant })
  else if (deed.what === 'revoke') await store.revoke({ user }, { name: deed.plant })
  else if (deed.what === 'addMember') await store.addMember(deed.group, user)
  else if (deed.what === 'removeMember') await store.removeMember(deed.group, user)
  else if (deed.what === 'disableUser') await store.disableUser(user)
  else await store.enableUser(user)
  return undefined
}

async function look(names: readonly string[]): Promise<Look> {
  const access: Record<string, readonly string[] | 'refused'> = {}
  for await (const { name, disabledAt } of store.users()) {
    if (!names.includes(name)) continue
    const seen = await Array.fromAsync(store.plantsSeenBy(name))
    access[name] = disabledAt === undefined ? seen.map(({ plant }) => plant.name) : 'refused'
  }
  const findings = await Array.fromAsync(store.verify())
  return {
    access,
    auditEntries: (await Array.fromAsync(store.audit())).length,
    findings: findings.map(({ what, detail }) => `${what}: ${detail}`),
  }
}
