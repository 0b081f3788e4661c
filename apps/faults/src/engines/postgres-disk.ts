/** Puts a PostgreSQL server on a disk that can be filled. */
import { execFile } from 'node:child_process'
import { chownSync, mkdirSync, rmSync, symlinkSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { type OwnServer, ordinaryUser } from '@plant-store/test-postgres'

/** Moves the server's write-ahead log there; resolves to the SQL clause that puts a database there. */
export async function moveToDisk(server: OwnServer, directory: string): Promise<'tablespace small'> {
  const { uid = -1, gid = -1 } = ordinaryUser()
  const log = join(server.socket, 'data/pg_wal')
  const moved = join(directory, 'wal')
  await server.stop('fast')
  await promisify(execFile)('cp', ['-R', '-p', log, moved])
  rmSync(log, { recursive: true })
  symlinkSync(moved, log)
  const tables = join(directory, 'tables')
  mkdirSync(tables)
  // The server's user can't enter directories private to another user.
  for (const path of [dirname(directory), directory, tables]) chownSync(path, uid, gid)
  await server.start()
  await server.query(`create tablespace small location '${tables}'`)
  return 'tablespace small'
}
