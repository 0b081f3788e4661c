/** A profile: what a service owes beyond its OpenAPI document, as rules in code. */
import { pathToFileURL } from 'node:url'
import { InputError, causeOf } from '../input-error.ts'
import { isObject } from '../contract/pointers.ts'
import type { Field } from '../exchange.ts'
import type { Breach } from '../oracle/any-oracle.ts'
import type { Rule } from '../rules/rules.ts'

/** One sentence that a service can break. */
export interface ProfileRule {
  /** In reports, such as `newest-first`. */
  readonly id: string
  readonly sentence: string
  /** Where the document says so: a JSON pointer, if it does. */
  readonly pointer?: string
}

/** A response to a request for an operation of the document, with what both say. */
export interface ProfileExchange {
  /** The operation's id. */
  readonly operation: string
  /** The values of its parameters, by name; those that readers may read in different ways are left out. */
  readonly parameters: Readonly<Record<string, unknown>>
  /** The name of the caller in the world file, or its number, counted from 1; undefined without an accepted credential. */
  readonly caller: string | undefined
  /** Whether nothing is wrong with the request by the document. */
  readonly isRight: boolean
  readonly status: number
  readonly fields: readonly Field[]
  /** What a JSON body says; undefined where there is none. */
  readonly body: unknown
}

/** What a response shows of a rule: kept, or what came in place of what is due. */
export type Observation = { readonly rule: string; readonly isKept: true } | Omit<Breach, 'isToReturn'>

/** What the module of a profile exports. */
export interface Profile {
  readonly rules: readonly ProfileRule[]
  /** Called for each response. What it remembers of earlier ones is up to it. */
  examine(exchange: ProfileExchange): readonly Observation[]
}

/** Loads the module of a profile. Rejects with an `InputError`. */
export async function loadProfile(file: string): Promise<Profile> {
  const profile: unknown = await import(pathToFileURL(file).href).catch((error: unknown) => {
    throw new InputError(`${file} can't be loaded: ${causeOf(error)}`)
  })
  if (!isProfile(profile)) {
    throw new InputError(
      `${file} is no profile: it exports \`rules\`, each with an id and a sentence, and a function \`examine\`.`,
    )
  }
  return profile
}

const isProfile = (value: unknown): value is Profile =>
  isObject(value) &&
  typeof value['examine'] === 'function' &&
  Array.isArray(value['rules']) &&
  value['rules'].every(
    ({ id, sentence }: Partial<ProfileRule>) => typeof id === 'string' && typeof sentence === 'string',
  )

/** As reports and verdicts have them. */
export const rulesOfProfile = ({ rules }: Profile): readonly Rule[] =>
  rules.map(({ id, sentence, pointer = '' }) => ({
    id,
    sentence,
    pointer,
    origin: 'given',
    kind: 'owed',
    layer: 'profile',
    needs: 'nothing',
    part: 'Profile',
  }))
