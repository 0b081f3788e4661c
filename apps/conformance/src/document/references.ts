/** Follows every reference of a document, into other files too, and makes each a pointer into one document. */
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { fragmentOf, memberAt, pointerIn, pointerTo } from '../contract/pointers.ts'
import { readLines } from './lines.ts'
import { raise } from './raise.ts'
import { InputError } from '../input-error.ts'
import { parseText, readText } from './read.ts'

/** A file, and where it stands in the whole document. */
export interface File {
  readonly url: URL
  readonly name: string
  readonly text: string
  readonly root: unknown
  /** Empty for the document itself. */
  readonly pointer: string
}

/** What stands at a pointer into a file. */
interface Part {
  readonly file: File
  readonly pointer: string
  readonly value: unknown
}

/** The member of the document in which the other files stand. */
const filesMember = 'x-referenced-files'
const maximumFiles = 1000
/** References that lead through one another. */
const maximumDepth = 100

/** Members whose own members have names that somebody chose. */
const maps = new Set(
  (
    'paths webhooks callbacks pathItems content encoding headers links responses parameters requestBodies schemas ' +
    'securitySchemes examples properties patternProperties dependentSchemas $defs definitions'
  ).split(' '),
)
/** Members that may have any value: a `$ref` in it is none. */
const plain = /^(?:example|default|enum|const|value|mapping|security|x-.*)$/

/** What may stand beside a reference in 3.0, whose readers ignore all else there. */
const besideReference =
  /^(?:\$ref|summary|description|nullable|readOnly|writeOnly|deprecated|examples?|default)$/

/**
 * Resolves all references that can be reached from the root of `main`, which it changes: each is a pointer into it then,
 * other files stand in it, and what it says in the words of 3.0 is said in those of 3.1. `isOld`: it is of 3.0. Resolves to the
 * other files; rejects with an `InputError` for a reference that leads nowhere, in a circle, too far, or to another place than
 * the document came from.
 */
export async function resolveReferences(main: File, isOld: boolean): Promise<readonly File[]> {
  const files = new Files(main)
  const seen = new Set<unknown>()
  const targets = new Map<Holder, Part>()
  const parts: Part[] = [{ file: main, pointer: '', value: main.root }]
  for (let part = parts.pop(); part !== undefined; part = parts.pop()) {
    if (seen.has(part.value)) continue
    seen.add(part.value)
    if (isHolder(part.value)) {
      if (isOld) dropBeside(part.value)
      const target = await files.follow(part, part.value.$ref)
      targets.set(part.value, target)
      parts.push(target)
    }
    parts.push(...partsOf(part))
  }
  // Only now: until here, each was read as its file means it.
  for (const [holder, { file, pointer }] of targets) holder.$ref = `#${fragmentOf(file.pointer + pointer)}`
  for (const value of seen) raise(value)
  const [, ...others] = files.all.values()
  if (others.length > 0)
    Object.assign(main.root ?? {}, {
      [filesMember]: Object.fromEntries(others.map(({ name, root }) => [name, root])),
    })
  return others
}

/** An object that stands for what its reference leads to. */
interface Holder {
  $ref: string
}

const isHolder = (value: unknown): value is Holder =>
  typeof value === 'object' && value !== null && '$ref' in value && typeof value.$ref === 'string'

function dropBeside(holder: Holder): void {
  for (const name of Object.keys(holder))
    if (!besideReference.test(name)) Reflect.deleteProperty(holder, name)
}

/** The objects and lists in a part, or in a map, whose members have names that somebody chose. */
function partsOf(part: Part, isMap = false): readonly Part[] {
  const { file, value } = part
  if (typeof value !== 'object' || value === null) return []
  const isChosen = isMap || Array.isArray(value)
  return Object.keys(value).flatMap((name) => {
    const member = { file, ...memberAt(part, pointerTo(name).slice(1)) }
    if (typeof member.value !== 'object' || member.value === null) return []
    const isList = Array.isArray(member.value)
    if (!isChosen && (plain.test(name) || (name === 'examples' && isList))) return []
    return !isChosen && maps.has(name) && !isList ? partsOf(member, true) : [member]
  })
}

function wrong({ file, pointer, value }: Part, what: string): InputError {
  const ref = isHolder(value) ? JSON.stringify(value.$ref) : ''
  return new InputError(
    `${file.name}:${readLines(file.text)(`${pointer}/$ref`)}: the reference ${ref} ${what}.`,
  )
}

/** The files that have been read, by their addresses: first the document itself. */
class Files {
  readonly #main: File
  readonly all: Map<string, File>

  constructor(main: File) {
    this.#main = main
    this.all = new Map([[main.url.href, main]])
  }

  /** What the reference leads to; others may stand on the way there and at its end. */
  async follow(from: Part, ref: string, depth = 0): Promise<Part> {
    if (depth > maximumDepth) throw wrong(from, 'leads back to itself')
    const [path = '', fragment = ''] = ref.split(/#(.*)/s)
    const file = path === '' ? from.file : await this.#open(from, path)
    let found: Part = { file, pointer: '', value: file.root }
    for (const step of pointerIn(fragment).split('/').slice(1)) {
      if (isHolder(found.value)) found = await this.follow(found, found.value.$ref, depth + 1)
      found = { file: found.file, ...memberAt(found, step) }
    }
    if (found.value === undefined || !/^(?:\/|$)/.test(fragment)) throw wrong(from, 'leads nowhere')
    if (isHolder(found.value)) await this.follow(found, found.value.$ref, depth + 1)
    return found
  }

  async #open(from: Part, path: string): Promise<File> {
    const { url: main, name: mainName } = this.#main
    const url = URL.parse(path, from.file.url.href)
    if (url === null) throw wrong(from, 'leads nowhere')
    const known = this.all.get(url.href)
    if (known !== undefined) return known
    // A file's origin is "null".
    if (url.protocol !== main.protocol || url.origin !== main.origin)
      throw wrong(from, 'leads to another place than the document came from, which is not read')
    if (this.all.size > maximumFiles) throw wrong(from, `leads too far: ${maximumFiles} files have been read`)
    const isFile = url.protocol === 'file:'
    // A path beside the document is named as the document is.
    const name = isFile
      ? join(dirname(mainName), relative(dirname(fileURLToPath(main)), fileURLToPath(url)))
      : url.href
    try {
      const { text } = await readText(url, name, 'error')
      const file = { url, name, text, root: parseText(text, name), pointer: pointerTo(filesMember, name) }
      this.all.set(url.href, file)
      return file
    } catch (fault) {
      if (!(fault instanceof InputError)) throw fault
      throw wrong(from, `can't be followed: ${fault.message.replace(/\.$/, '')}`)
    }
  }
}
