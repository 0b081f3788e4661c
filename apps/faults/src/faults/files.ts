/** The faults in which others use SQLite's file in their own way. */
import { DatabaseSync } from 'node:sqlite'
import { openStore } from '@plant-store/store'
import { exchange } from '../clients/exchange.ts'
import { requestsMeanwhile, type Fault } from './fault.ts'

const fileLocked: Fault = {
  name: 'file-locked',
  title: 'File locked',
  engines: ['sqlite'],
  does: 'Another program begins to write (`begin exclusive`) and does nothing for two requests of each client. Counted from its rollback.',
  boundMs: 5000,
  inject: async ({ engine: { database }, clients }) => {
    using other = new DatabaseSync(database, { timeout: 60_000 })
    other.exec('begin exclusive')
    await clients.untilRequests(requestsMeanwhile)
    other.exec('rollback')
  },
}

const fileLinked: Fault = {
  name: 'file-linked',
  title: 'File behind a link',
  engines: ['sqlite'],
  does: 'The service has the address of a symbolic link on a disk that it can only read, the operator that of the file. A new token is accepted; from when it is revoked, it is not. Counted from then.',
  boundMs: 5000,
  needs: { disk: 'link' },
  inject: async ({ engine: { database }, service, clients, operator }) => {
    const store = await openStore({ database })
    try {
      const { secret, token } = await store.createToken('visitor', 'revoked soon')
      const own = { port: service.port, token: secret, agent: undefined, limit: 5, etag: undefined }
      const before = await exchange(own)
      await store.revokeToken(token.id)
      const after = await exchange(own)
      operator.acknowledged += 2
      if (before.outcome !== '200') clients.wrong.push(`a new token: ${before.outcome}`)
      if (after.outcome !== '401') clients.wrong.push(`a revoked token: ${after.outcome}`)
    } finally {
      await store.close()
    }
  },
}

export const files: readonly Fault[] = [fileLocked, fileLinked]
