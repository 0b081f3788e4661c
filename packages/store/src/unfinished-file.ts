/** Files that appear whole or not at all, and never in the place of another. */
import { randomBytes } from 'node:crypto'
import { closeSync, fsyncSync, linkSync, mkdirSync, openSync, renameSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import process from 'node:process'
import { codeOf, createFile, explainPath } from './explain-path.ts'
import { StoreError } from './store-error.ts'

/** A file that has not its name yet. Disposing of it removes what was not published. */
interface UnfinishedFile extends Disposable {
  readonly path: string
}

/**
 * Makes an empty file in a private directory beside `file`, on the same file system. After a kill the directory stays,
 * under a name that ends in `.partial`.
 */
export function openUnfinished(file: string): UnfinishedFile {
  const directory = `${file}.${randomBytes(4).toString('hex')}.partial`
  const path = join(directory, 'plants.db')
  explainPath(file, () => mkdirSync(directory, { mode: 0o700 }))
  const remove = (): void => rmSync(directory, { recursive: true, force: true })
  try {
    explainPath(file, () => createFile(path))
  } catch (error) {
    remove()
    throw error
  }
  return { path, [Symbol.dispose]: remove }
}

/** Has `work` fill such a file, and removes what is left of it. */
export function besideFile<T>(file: string, work: (path: string) => T): T {
  using unfinished = openUnfinished(file)
  return work(unfinished.path)
}

/** Puts a finished file on disk and gives it its name. Throws `conflict` where there is a file of that name. */
export function publishFile(finished: string, file: string): void {
  explainPath(file, () => {
    sync(finished, 'r+')
    takeName(finished, file)
    // Windows keeps its directories on disk by itself, and won't open one as a file.
    if (process.platform !== 'win32') sync(dirname(file), 'r')
  })
}

/** What `link` says where the file system has no hard links. */
const noHardLinks = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS'])

/** A rename would take the place of a file that appeared meanwhile; a link never does. */
function takeName(finished: string, file: string): void {
  try {
    linkSync(finished, file)
  } catch (error) {
    const code = codeOf(error)
    if (code === 'EEXIST') throw conflict(file)
    if (!noHardLinks.has(code)) throw error
    reserveName(file)
    renameSync(finished, file)
  }
}

/** An empty file that is ours holds the name for the rename. */
function reserveName(file: string): void {
  try {
    closeSync(openSync(file, 'wx', 0o600))
  } catch (error) {
    throw codeOf(error) === 'EEXIST' ? conflict(file) : error
  }
}

/** The name is taken. */
export function conflict(file: string): StoreError {
  return new StoreError('conflict', `There is a file ${file} already; name another, or move it away.`)
}

/** Has the operating system put a file, or the entries of a directory, on disk. */
function sync(path: string, flags: string): void {
  const descriptor = openSync(path, flags)
  try {
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
}
