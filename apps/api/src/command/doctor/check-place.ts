/** Is there room beside the database file, is its log being emptied, and how old is the newest backup? */
import { readdirSync, realpathSync, statfsSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describeBackup, isPostgresUrl, StoreError } from '@plant-store/store'
import { countOf, formatTime } from '../terminal/text.ts'
import { type Check, failed, passed, skipped } from './check.ts'

/** `isNamed` says whether somebody named the directory of the backups: if not, they may well be elsewhere. */
export async function* checkPlace(
  database: string,
  backups: string,
  isNamed: boolean,
): AsyncGenerator<Check> {
  if (!isPostgresUrl(database)) yield* checkFile(database)
  yield await checkBackups(backups, isNamed)
}

const mib = 2 ** 20

/** A backup, a migration and a large import need as much room as the database has, and some more. */
const spareBytes = 64 * mib

/** The service and every command empty the log well before it is as large. */
const maxLogBytes = 5 * mib

/** The database is a file that exists. */
function* checkFile(database: string): Generator<Check> {
  const file = realpathSync(database)
  const log = `${file}-wal`
  const logBytes = statSync(log, { throwIfNoEntry: false })?.size ?? 0
  const { bavail, bsize } = statfsSync(dirname(file))
  const [free, needed] = [bavail * bsize, statSync(file).size + logBytes + spareBytes]
  const room = `The disk of ${database} has ${sizeOf(free)} left`
  yield free < needed
    ? failed(
        'disk',
        `${room}, less than the ${sizeOf(needed)} that a backup or an import may need: make room.`,
      )
    : passed('disk', `${room}.`)
  yield logBytes > maxLogBytes
    ? failed(
        'log',
        `The log ${log} has grown to ${sizeOf(logBytes)}. Unless an import, a restore or a backup is running, a process keeps it from being emptied: find who has the file open, such as with lsof, and end it.`,
      )
    : passed('log', 'The log beside the database is being emptied.')
}

const sizeOf = (bytes: number): string => `${Math.floor(bytes / mib).toLocaleString('en')} MiB`

const dayMs = 86_400_000

/** Who makes one every week is in time. */
const maxAgeDays = 8

const advice = 'Make one with plant-store backup, or name their directory with --backups.'

/** The newest file of the directory is taken for the newest backup. */
async function checkBackups(directory: string, isNamed: boolean): Promise<Check> {
  const newest = newestFile(directory)
  if (newest === undefined) {
    return (isNamed ? failed : skipped)('backup', `There is no backup in ${directory}. ${advice}`)
  }
  try {
    const { madeAt = newest.changedAt } = await describeBackup(newest.file)
    const days = Math.floor((Date.now() - madeAt.getTime()) / dayMs)
    const fact = `The newest backup, ${newest.file}, was made ${formatTime(madeAt)}`
    return days >= maxAgeDays
      ? failed('backup', `${fact}, ${countOf(days, 'day')} ago. ${advice}`)
      : passed('backup', `${fact}.`)
  } catch (error) {
    if (!(error instanceof StoreError)) throw error
    return failed('backup', `The newest file in ${directory} is no backup. ${error.message}`)
  }
}

function newestFile(directory: string): { readonly file: string; readonly changedAt: Date } | undefined {
  try {
    return readdirSync(directory, { withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ name }) => ({ file: join(directory, name), changedAt: statSync(join(directory, name)).mtime }))
      .toSorted((a, b) => a.changedAt.getTime() - b.changedAt.getTime())
      .at(-1)
  } catch {
    return undefined
  }
}
