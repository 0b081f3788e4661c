/** A server of PostgreSQL on a disk that can be filled. */
import { execFile } from 'node:child_process'
import { chownSync, mkdirSync, rmSync, symlinkSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { type OwnServer, ordinaryUser } from '@plant-store/test-postgres'

/** The write-ahead log of the server lies there from now on; resolves to the clause that puts a database there. */
export async function moveToDisk(server: OwnServer, directory: string): Promise<string> {
  const { uid = -1, gid = -1 } = ordinaryUser()
  const log = join(server.socket, 'data/pg_wal')
  const moved = join(directory, 'wal')
  await server.stop('fast')
  await promisify(execFile)('cp', ['-R', '-p', log, moved])
  rmSync(log, { recursive: true })
  symlinkSync(moved, log)
  chownSync(dirname(directory), uid, gid)
  chownSync(directory, uid, gid)
  await server.start()
  return makeTablespace(server, directory)
}

/** Resolves to the clause that puts a database on that disk, whose directory has to be there. */
export async function makeTablespace(
  server: Pick<OwnServer, 'query'>,
  directory: string,
): Promise<'tablespace small'> {
  const { uid = -1, gid = -1 } = ordinaryUser()
  const tables = join(directory, 'tables')
  mkdirSync(tables)
  // The server's own user enters nothing that is somebody else's alone.
  for (const path of [dirname(directory), directory, tables]) chownSync(path, uid, gid)
  await server.query(`create tablespace small location '${tables}'`)
  return 'tablespace small'
}
