/** A repository with a contract in it, made anew for each test, and the commands run there. */
import { execFile } from 'node:child_process'
import { cp, mkdir, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { after, before, beforeEach } from 'node:test'
import { promisify } from 'node:util'
import { temporaryDirectory } from '@plant-store/testkit'
import { makeProgram } from '../src/program.ts'
import { plantStore } from './diff/compare.ts'

const run = promisify(execFile)

let directory: Awaited<ReturnType<typeof temporaryDirectory>>
let pristine: string
let root: string

/** The path of a file there. */
export const inRoot = (file: string): string => join(root, file)
export const write = async (file: string, text: string): Promise<void> => {
  await mkdir(dirname(inRoot(file)), { recursive: true })
  await writeFile(inRoot(file), text)
}
export const writePackage = (version: string): Promise<void> =>
  write('contracts/package.json', JSON.stringify({ name: '@plant-store/contracts', version }))
const git = (...args: readonly string[]) => run('git', args, { cwd: root })

before(async () => {
  directory = await temporaryDirectory()
  pristine = join(directory.path, 'pristine')
  root = pristine
  await write('README.md', 'A repository.')
  await git('init', '--quiet', '--initial-branch=main')
  const own = ['user.name=Ana', 'user.email=ana@example.org', 'commit.gpgsign=false']
  const commit = async (message: string, tag: string): Promise<void> => {
    await git('add', '--all')
    await git(...own.flatMap((setting) => ['-c', setting]), 'commit', '--quiet', `--message=${message}`)
    await git('tag', tag)
  }
  await commit('Before the contract', 'empty')
  await write('contracts/openapi.yaml', 'openapi: [')
  await writePackage('0.9.0')
  await commit('A broken one', 'broken')
  await write('contracts/openapi.yaml', plantStore)
  await write('contracts/released/0.9.0.yaml', plantStore)
  await write('contracts/released/1.0.0.yaml', plantStore)
  await writePackage('1.0.0')
  await commit('The contract', 'v1.0.0')
})
beforeEach(async () => {
  // With what ends the path of a URL.
  root = join(directory.path, 'a #b?c %23 {d}')
  await rm(root, { recursive: true, force: true })
  await cp(pristine, root, { recursive: true })
})
after(async () => {
  await directory.remove()
})

/** What the command wrote, and its exit code. */
export async function contract(
  ...args: readonly string[]
): Promise<{ readonly text: string; readonly code: number }> {
  let [text, code] = ['', -1]
  const surroundings = {
    root,
    write: (more: string): void => {
      text += more
    },
  }
  const program = makeProgram(surroundings, (exitCode) => {
    code = exitCode
  })
  await program.parseAsync(args, { from: 'user' })
  return { text, code }
}
