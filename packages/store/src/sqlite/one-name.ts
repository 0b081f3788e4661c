/** The door for every path of a database: one name for one file, so that all who use it share its log. */
import { lstatSync, readFileSync, readlinkSync, realpathSync, statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { explainPath } from '../files/explain-path.ts'
import { StoreError } from '../store-error.ts'

/**
 * The absolute path of a file without any link in it, since SQLite looks for the log beside the name that it is given.
 * What does not exist yet keeps its name, or gets that to which its link leads. Throws `unreadable`.
 */
export function resolveFile(path: string): string {
  return explainPath(path, () => {
    const found = statSync(path, { throwIfNoEntry: false })
    if (found !== undefined) return realpathSync(path)
    if (lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true) {
      return resolveFile(resolve(dirname(path), readlinkSync(path)))
    }
    return path
  })
}

/** `resolveFile` of a database that others may use. Throws `unreadable` if they may do so by another name. */
export function onlyName(path: string): string {
  const file = resolveFile(path)
  const links = countLinks(file)
  if (links > 1) {
    throw new StoreError(
      'unreadable',
      `${file} has ${links} names (hard links). SQLite keeps a log for each name, and who uses one does not see what ` +
        'is changed under the other: remove all names but one, and use links made with ln -s.',
    )
  }
  if (isMountedAlone(file)) {
    throw new StoreError(
      'unreadable',
      `${file} is mounted by itself, without the log beside it, and others who use the file would not see what is ` +
        'changed: mount its directory instead.',
    )
  }
  return file
}

const [pauseMs, mostPauses] = [10, 20]

/** A file that is just being published has a second name for a moment. */
function countLinks(file: string): number {
  const pause = new Int32Array(new SharedArrayBuffer(4))
  for (let pauses = 0; ; pauses += 1) {
    const found = explainPath(file, () => statSync(file, { throwIfNoEntry: false }))
    const links = found?.isFile() === true ? found.nlink : 1
    if (links < 2 || pauses === mostPauses) return links
    Atomics.wait(pause, 0, 0, pauseMs)
  }
}

/** Only Linux says so. */
function isMountedAlone(file: string): boolean {
  try {
    const written = file.replaceAll(/[\t\n \\]/g, (sign) => `\\0${sign.codePointAt(0)?.toString(8)}`)
    const points = readFileSync('/proc/self/mountinfo', 'utf8').split('\n')
    return points.some((line) => line.split(' ')[4] === written) && statSync(file).isFile()
  } catch {
    return false
  }
}
