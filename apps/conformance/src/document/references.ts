/** Follows every reference of a document, into other files too, and makes each a pointer into one document. */
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { memberAt, pointerTo } from '../contract/pointers.ts'
import { lineIn } from './lines.ts'
import { raise } from './raise.ts'
import { ContractError, maximumSize, parseText, readText } from './read.ts'

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
  /** Whether its members have names that somebody chose. */
  readonly isMap: boolean
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
const plain = new Set(['example', 'default', 'enum', 'const', 'value', 'mapping', 'security'])

/**
 * Resolves all references that can be reached from the root of `main`, which it changes: each is a pointer into it then,
 * and other files stand in it. With `isOld`, 3.0 is raised to 3.1 on the way. Resolves to the other files; rejects with a
 * `ContractError` for a reference that leads nowhere, in a circle, or to another place than the document came from.
 */
export async function resolveReferences(main: File, isOld: boolean): Promise<readonly File[]> {
  const library = new Library(main)
  const seen = new Set<unknown>()
  const targets = new Map<Holder, Part>()
  const parts: Part[] = [{ file: main, pointer: '', value: main.root, isMap: false }]
  for (let part = parts.pop(); part !== undefined; part = parts.pop()) {
    if (seen.has(part.value)) continue
    seen.add(part.value)
    if (!part.isMap && isHolder(part.value)) {
      const target = await library.follow(part, part.value.$ref)
      targets.set(part.value, target)
      checkCircle(part, targets)
      parts.push(target)
    }
    if (isOld && !part.isMap) raise(part.value)
    parts.push(...partsOf(part))
  }
  // Only now: until here, each was read as its file means it.
  for (const [holder, { file, pointer }] of targets) holder.$ref = `#${file.pointer}${pointer}`
  const others = library.files.filter((file) => file !== main)
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

function partsOf({ file, pointer, value, isMap }: Part): readonly Part[] {
  if (typeof value !== 'object' || value === null) return []
  const isChosen = isMap || Array.isArray(value)
  return Object.entries(value).flatMap(([name, member]: [string, unknown]) => {
    if (typeof member !== 'object' || member === null) return []
    const isPlain = plain.has(name) || name.startsWith('x-') || (name === 'examples' && Array.isArray(member))
    if (!isChosen && isPlain) return []
    const isMapToo = !isChosen && maps.has(name) && !Array.isArray(member)
    return [{ file, pointer: pointer + pointerTo(name), value: member, isMap: isMapToo }]
  })
}

/** Throws if the reference leads to itself by nothing but references. */
function checkCircle(part: Part, targets: ReadonlyMap<unknown, Part>): void {
  let next = targets.get(part.value)
  while (next !== undefined && next.value !== part.value) next = targets.get(next.value)
  if (next !== undefined) throw wrong(part, 'leads back to itself')
}

function wrong({ file, pointer, value }: Part, what: string): ContractError {
  const ref = isHolder(value) ? JSON.stringify(value.$ref) : ''
  return new ContractError(
    `${file.name}:${lineIn(file.text, `${pointer}/$ref`)}: the reference ${ref} ${what}.`,
  )
}

/** The files that have been read. */
class Library {
  readonly #main: File
  readonly #files: Map<string, File>

  constructor(main: File) {
    this.#main = main
    this.#files = new Map([[main.url.href, main]])
  }

  get files(): readonly File[] {
    return [...this.#files.values()]
  }

  /** What the reference leads to. */
  async follow(from: Part, ref: string, depth = 0): Promise<Part> {
    if (depth > maximumDepth) throw wrong(from, 'leads back to itself')
    const at = ref.indexOf('#')
    const path = at === -1 ? ref : ref.slice(0, at)
    let file = path === '' ? from.file : await this.#open(from, path)
    let pointer = ''
    let { root: value } = file
    for (const step of decode(at === -1 ? '' : ref.slice(at + 1))
      .split('/')
      .slice(1)) {
      // A reference may lead through another.
      if (isHolder(value))
        ({ file, pointer, value } = await this.follow(
          { file, pointer, value, isMap: false },
          value.$ref,
          depth + 1,
        ))
      ;({ pointer, value } = memberAt({ pointer, value }, step))
    }
    const isPointer = at === -1 || /^#(?:\/|$)/.test(ref.slice(at))
    if (value === undefined || !isPointer) throw wrong(from, 'leads nowhere')
    return { file, pointer, value, isMap: false }
  }

  async #open(from: Part, path: string): Promise<File> {
    const url = URL.parse(path, from.file.url.href)
    if (url === null) throw wrong(from, 'leads nowhere')
    const known = this.#files.get(url.href)
    if (known !== undefined) return known
    // A file's origin is "null".
    if (url.protocol !== this.#main.url.protocol || url.origin !== this.#main.url.origin)
      throw wrong(from, 'leads to another place than the document came from, which is not read')
    const size = this.files.reduce((sum, { text }) => sum + text.length, 0)
    if (this.#files.size > maximumFiles || size > maximumSize)
      throw wrong(from, `leads too far: ${this.#files.size} files with ${size} characters have been read`)
    const name = this.#nameOf(url)
    try {
      const { text } = await readText(url, name, 'error')
      const file = { url, name, text, root: parseText(text, name), pointer: pointerTo(filesMember, name) }
      this.#files.set(url.href, file)
      return file
    } catch (fault) {
      if (!(fault instanceof ContractError)) throw fault
      throw wrong(from, `can't be followed: ${fault.message.replace(/\.$/, '')}`)
    }
  }

  /** A path beside the document is named as the document is. */
  #nameOf(url: URL): string {
    if (url.protocol !== 'file:') return url.href
    const { url: main, name } = this.#main
    return join(dirname(name), relative(dirname(fileURLToPath(main)), fileURLToPath(url)))
  }
}

function decode(fragment: string): string {
  try {
    return decodeURIComponent(fragment)
  } catch {
    return fragment
  }
}
