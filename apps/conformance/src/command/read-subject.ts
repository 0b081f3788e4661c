/** Reads from the options what is to be checked: every fault in them is a sentence. */
import { InputError, explainFile } from '../input-error.ts'
import { own } from '#own'
import { X509Certificate } from 'node:crypto'
import { createReadStream, readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { addAbortSignal } from 'node:stream'
import { text as textOf } from 'node:stream/consumers'
import type { Field } from '@plant-store/raw-http'
import type { Subject } from '../subject.ts'
import { faultOfField, type Known, knownIn, readWorldFile, toCredential } from '../world-file.ts'
import type { Context } from './terminal.ts'
import type { CheckOptions } from './options.ts'

/** The contract to check by where none is given, for commands that need one. Throws an `InputError` where there is none. */
export function requireOwn(): NonNullable<typeof own> {
  if (own !== undefined) return own
  throw new InputError(
    'There is nothing to check by: name the OpenAPI document of the service with --contract, or as `contract` in the configuration file.',
  )
}

/** What is known about the service at an address. */
export type KnownAt = Known & Pick<Subject, 'url' | 'fields'>

/** Rejects with an `InputError`. */
export async function readKnown(address: string, options: CheckOptions, context: Context): Promise<KnownAt> {
  const { contract, token, tokenFile, world, header } = options
  const url = readUrl(address, contract === undefined ? (own?.paths ?? []) : [])
  if ([token, tokenFile, world].filter((one) => one !== undefined).length > 1) {
    throw new InputError(
      'Give only one of --token, --token-file and --world: a world file already has the tokens in it.',
    )
  }
  const fields = await readFields(header)
  const every = { url, ...(fields.length > 0 && { fields }) }
  if (world === undefined) {
    const given = await readToken(options, context)
    return { callers: given === undefined ? [] : [{ token: given }], refused: [], ...every }
  }
  const known =
    typeof world === 'string' ? await readWorldFile(world) : knownIn(world, 'of the configuration')
  const theirs = [...known.callers, ...known.refused].flatMap(
    (one) => one.fields?.map(([name]) => name) ?? [],
  )
  const shared = fields.find(([name]) => faultOfField(name, theirs) !== undefined)
  if (shared !== undefined) throw new InputError(`--header and the world file both give ${shared[0]}.`)
  return { ...known, ...every }
}

/** An empty variable is a secret that did not arrive: a check without it would prove little, and yet look good. */
async function readToken({ token, tokenFile }: CheckOptions, context: Context): Promise<string | undefined> {
  const [given, name] =
    tokenFile !== undefined
      ? [await readTokenFile(tokenFile, context), tokenFile === '-' ? 'Standard input' : tokenFile]
      : token !== undefined
        ? [token, '--token']
        : [context.env['PLANT_STORE_TOKEN'], 'PLANT_STORE_TOKEN']
  if (given === '') throw new InputError(`${name} is empty. Give a token, or leave it out.`)
  if (given !== undefined && !/^[A-Za-z0-9._~+/-]{1,16000}=*$/.test(given)) {
    throw new InputError(
      `${name} is not a bearer token: it may contain letters, digits and . _ ~ + / -, and end in =, at most 16000 of them.`,
    )
  }
  return given
}

/** From a file or, for `-`, from standard input, without blanks and line ends around it: no message repeats it. */
async function readTokenFile(file: string, { stdin, interrupt }: Context): Promise<string> {
  try {
    return (await textOf(addAbortSignal(interrupt, file === '-' ? stdin : createReadStream(file)))).trim()
  } catch (fault) {
    throw new InputError(`The token is missing: ${explainFile(file, fault)}`)
  }
}

/** How the service is to be checked, may be asked, and is trusted. Throws an `InputError`. */
export function readWanted(options: CheckOptions): Omit<Subject, keyof KnownAt> {
  const { atLeast, budget, minutes, only = 'all', seed, timeout, rate, cacert, insecure } = options
  if (cacert !== undefined) checkCertificates(cacert)
  return {
    budget,
    only,
    seed,
    atLeast,
    ...(minutes !== undefined && { timeMs: minutes * 60_000 }),
    ...(timeout !== undefined && { patienceMs: timeout * 1000 }),
    ...(rate !== undefined && { rate }),
    ...(cacert !== undefined && { cacert: resolve(cacert) }),
    ...(insecure !== undefined && { isInsecure: insecure }),
  }
}

function checkCertificates(file: string): void {
  try {
    void new X509Certificate(readFileSync(file))
  } catch (fault) {
    throw new InputError(`--cacert names no certificate in PEM: ${explainFile(file, fault)}`)
  }
}

/** `paths`: of operations, whose place is not in the address. */
function readUrl(address: string, paths: readonly string[]): string {
  const url = URL.parse(address)
  if (url === null || !/^https?:$/.test(url.protocol)) {
    throw new InputError(
      `${JSON.stringify(address)} is neither a command nor the address of a service, such as http://127.0.0.1:8080.`,
    )
  }
  const { origin, pathname, username, password, search, hash } = url
  const root = `${origin}${pathname.replace(/\/$/, '')}`
  if ([username, password, search, hash].some((part) => part !== '')) {
    throw new InputError(
      `The address of a service has no user, no password and no query: give ${root}, and the token with --token-file, --world or PLANT_STORE_TOKEN.`,
    )
  }
  if (paths.some((path) => pathname.endsWith(path))) {
    throw new InputError(
      `The address is the root of the service, without the path of an operation: give ${root.slice(0, root.lastIndexOf('/'))}.`,
    )
  }
  return root
}

/**
 * Fields of --header that the contract takes as a credential are a caller's: requests without one must lack them. `names`
 * in lower case. Throws an `InputError`.
 */
export function withOwnFields(known: KnownAt, names: readonly string[]): KnownAt {
  const { fields = [], callers } = known
  const { ofCaller = [], ofAll = [] } = Object.groupBy(fields, ([name]) =>
    names.includes(name.toLowerCase()) ? 'ofCaller' : 'ofAll',
  )
  const [first] = ofCaller
  if (first === undefined) return known
  if (callers.length > 1)
    throw new InputError(`The contract takes ${first[0]} as a credential: give it in the world file.`)
  const caller = { ...callers[0], ...toCredential({ headers: Object.fromEntries(ofCaller) }) }
  return { ...known, callers: [caller], fields: ofAll }
}

/** Each `Name: value`, or from `@file`, one on a line. No message repeats a value. Rejects with an `InputError`. */
async function readFields(header: readonly string[] = []): Promise<readonly Field[]> {
  const lines = await Promise.all(header.map((one) => linesOf(one)))
  const fields: Field[] = []
  for (const line of lines.flat()) {
    const [, name, value = ''] = /^([\w!#$%&'*+.^`|~-]+):[ \t]*([!-~](?:[ -~]*[!-~])?)\s*$/.exec(line) ?? []
    if (name === undefined)
      throw new InputError(
        `Field ${fields.length + 1} of --header is not of the form 'Name: value', with a value of printable ASCII characters.`,
      )
    const others = fields.map(([other]) => other)
    const fault = faultOfField(name, others)
    if (fault !== undefined) throw new InputError(`--header can't give ${name}: ${fault}.`)
    fields.push([name, value])
  }
  return fields
}

async function linesOf(given: string): Promise<readonly string[]> {
  if (!given.startsWith('@')) return [given]
  const file = given.slice(1)
  try {
    return (await readFile(file, 'latin1')).split('\n').filter((line) => line.trim() !== '')
  } catch (fault) {
    throw new InputError(`Header fields are missing: ${explainFile(file, fault)}`)
  }
}
