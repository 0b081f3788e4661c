/** The faults in which a machine runs out of disk space or descriptors. */
import { connect } from 'node:net'
import { DatabaseSync } from 'node:sqlite'
import { until } from '@plant-store/testkit'
import { type Fault, requestsMeanwhile, type Scene } from './fault.ts'

const databaseDiskFull: Fault = {
  name: 'database-disk-full',
  title: 'Disk of the database full',
  does: 'Files fill the disk on which the database lies (of PostgreSQL the tables and the write-ahead log), until a change is refused. Somebody makes room, and starts PostgreSQL where it has ended. Counted from then.',
  mayShow: ['503'],
  needs: { disk: 'database' },
  inject: async (scene) => {
    const { disk, postgres, database } = scene.engine
    if (postgres === undefined) emptyLog(database)
    await disk?.fill()
    await refusedChange(scene)
    await disk?.makeRoom()
    try {
      await postgres?.server.query('select 1')
    } catch {
      await postgres?.server.start()
    }
  },
}

/** SQLite's write-ahead log has room for hundreds of changes. Once truncated, it has to grow. */
function emptyLog(database: string): void {
  const connection = new DatabaseSync(database, { timeout: 5000 })
  connection.exec('pragma wal_checkpoint(truncate)')
  connection.close()
}

async function refusedChange({ operator }: Scene): Promise<void> {
  const count = (): number => [...operator.refusals.values()].reduce((sum, each) => sum + each, 0)
  const before = count()
  await until('a change is refused, since the disk is full', () => count() > before)
}

const logDiskFull: Fault = {
  name: 'log-disk-full',
  title: 'Disk of the log full',
  does: 'Files fill the disk on which the log of the service lies. Counted from when there is room.',
  boundMs: 5000,
  needs: { disk: 'log' },
  run: ({ disk }) => (disk === undefined ? {} : { log: disk.file }),
  inject: async ({ engine: { disk }, clients }) => {
    await disk?.fill()
    await clients.untilRequests(requestsMeanwhile)
    await disk?.makeRoom()
  },
}

/** Enough descriptors to start and work, but fewer than the connections that come. */
const [descriptors, crowd] = [100, 200]

const descriptorsExhausted: Fault = {
  name: 'descriptors-exhausted',
  title: 'Descriptors exhausted',
  does: `${crowd} connections come at once and stay, where the service may have ${descriptors} descriptors (\`ulimit -n\`), until a client on a new connection sees it. Counted from when they leave.`,
  mayShow: ['broken', 'no connection', '503'],
  run: () => ({ descriptors }),
  inject: async ({ service, clients }) => {
    const leaving = new AbortController()
    for (let count = 0; count < crowd; count += 1) stay(service.port, leaving.signal)
    await clients.untilSeen('broken', 'no connection')
    leaving.abort()
  },
}

/** A connection that was refused, or closed for sending nothing, comes again after this time. */
const againMs = 200

/** Keeps a connection open, whatever the service does to it. */
function stay(port: number, signal: AbortSignal): void {
  if (signal.aborted) return
  const socket = connect({ port, host: '127.0.0.1', signal }).on('error', () => {})
  socket.once('close', () => setTimeout(() => stay(port, signal), againMs).unref())
}

export const resources: readonly Fault[] = [databaseDiskFull, logDiskFull, descriptorsExhausted]
