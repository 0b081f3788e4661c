/** Files that appear whole or not at all, and never replace another. */
import { randomBytes } from 'node:crypto'
import { closeSync, fsyncSync, linkSync, mkdirSync, openSync, renameSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import process from 'node:process'
import { codeOf, createFile, explainPath } from './explain-path.ts'
import { StoreError } from '../store-error.ts'

/** A file that does not have its name yet. Disposing of it removes it unless it was published. */
interface UnfinishedFile extends Disposable {
  readonly path: string
}

/**
 * Creates an empty file in a private directory beside `file`, on the same file system. After a kill the directory
 * stays; its name ends in `.partial`.
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

/** Puts a finished file on disk and gives it its name. Throws `conflict` if a file of that name exists. */
export function publishFile(finished: string, file: string): void {
  explainPath(file, () => {
    sync(finished, 'r+')
    takeName(finished, file)
    // Windows keeps its directories on disk by itself, and does not open one as a file.
    if (process.platform !== 'win32') sync(dirname(file), 'r')
  })
}

/** The errors of `link` on a file system without hard links. */
const noHardLinks = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS'])

/** A rename would replace a file that appeared meanwhile; a link never does. */
function takeName(finished: string, file: string): void {
  try {
    linkSync(finished, file)
    rmSync(finished)
  } catch (error) {
    const code = codeOf(error)
    if (code === 'EEXIST') throw conflict(file)
    if (!noHardLinks.has(code)) throw error
    reserveName(file)
    renameSync(finished, file)
  }
}

/** Creates an empty file of our own, which holds the name for the rename. */
function reserveName(file: string): void {
  try {
    closeSync(openSync(file, 'wx', 0o600))
  } catch (error) {
    throw codeOf(error) === 'EEXIST' ? conflict(file) : error
  }
}

/** The error for a name that is taken. */
export function conflict(file: string): StoreError {
  return new StoreError('conflict', `There is a file ${file} already; name another, or move it away.`)
}

/** Makes the operating system put a file, or the entries of a directory, on disk. */
function sync(path: string, flags: string): void {
  const descriptor = openSync(path, flags)
  try {
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
}
