/** The contract at a commit, a branch or a tag. */
import { readDocument } from '../document/document.ts'
import { UserError } from '../user-error.ts'
import type { Base } from './base.ts'
import { readVersion } from './package-version.ts'
import { run, tryRun } from './run.ts'

/** `directory` is the package of the contract. Throws a `UserError` for an unknown ref, and for one without the contract. */
export async function readFromGit(ref: string, directory: string): Promise<Base> {
  const commit = await tryRun(
    'git',
    ['rev-parse', '--verify', '--quiet', '--end-of-options', `${ref}^{commit}`],
    directory,
  )
  if (commit === undefined) {
    const isShallow =
      (await tryRun('git', ['rev-parse', '--is-shallow-repository'], directory))?.trim() === 'true'
    const hint = isShallow
      ? ' This clone has only part of the history: fetch the rest with `git fetch --unshallow --tags`.'
      : ''
    throw new UserError(
      `${JSON.stringify(ref)} is no commit, branch or tag here, no version (1.2.3) and no packed package (.tgz).${hint}`,
    )
  }
  const inside = (await run('git', ['rev-parse', '--show-prefix'], directory)).trim()
  const read = async (file: string): Promise<string> => {
    const text = await tryRun('git', ['show', `${commit.trim()}:${inside}${file}`], directory)
    if (text === undefined) throw new UserError(`${ref} has no ${inside}${file}: the contract is newer.`)
    return text
  }
  const document = readDocument(await read('openapi.yaml'), `${ref}:${inside}openapi.yaml`)
  return {
    name: ref,
    document,
    version: readVersion(await read('package.json'), `${ref}:${inside}package.json`),
  }
}
