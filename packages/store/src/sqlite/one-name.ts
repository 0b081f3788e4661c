/** The door for every path of a database: one name for one file, so that all who use it share its log. */
import { readFileSync, realpathSync, statSync } from 'node:fs'
import { codeOf, explainPath } from '../files/explain-path.ts'
import { StoreError } from '../store-error.ts'

/**
 * The absolute path of a database without any link in it, since its log stands beside that; what does not exist yet keeps
 * its name. Throws `unreadable`, also if others may use the file by another name.
 */
export function onlyName(path: string): string {
  return explainPath(path, () => {
    const file = withoutLinks(path)
    if (!isMountedAlone(file)) return file
    throw new StoreError(
      'unreadable',
      `${file} is mounted by itself, without the log beside it, and others who use the file would not see what is ` +
        'changed: mount its directory instead.',
    )
  })
}

function withoutLinks(path: string): string {
  try {
    return realpathSync(path)
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return path
    throw error
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
