/** Asks Prism's validators, and each question only once. */
import { hash } from 'node:crypto'
import { declaredFields } from '../contract/declared-fields.ts'
import type { Answered } from '../contract/given-requests.ts'
import { Memory, toKey } from '../court/memory.ts'
import type { Answer, SentRequest } from '../exchange.ts'
import { prismThread } from './thread.ts'
import type { AnswerQuestion, RequestQuestion, ToldFault } from './validate.ts'

/**
 * The validators for one check. They run in Prism's thread, in parallel with the judges; in this thread they took a
 * quarter of a quick check's processor time.
 */
export class Validators {
  readonly #requests = new Memory<Promise<readonly string[]>>()
  readonly #answers = new Memory<Promise<readonly ToldFault[]>>()

  /** Most requests of a check look the same to a validator, which reads only the fields that the contract mentions. */
  faultsOfRequest(path: string, { target, fields }: SentRequest): Promise<readonly string[]> {
    const spokenOf = fields.filter(([name]) => declaredFields.has(name.toLowerCase()))
    const key = toKey([path, target, ...spokenOf.map(([name, value]) => `${name}: ${value}`)].join('\n'))
    const known =
      this.#requests.get(key) ??
      prismThread.run<readonly string[]>('faultsOfRequest', {
        path,
        request: { target, fields: spokenOf },
      } satisfies RequestQuestion)
    this.#requests.set(key, known)
    return known
  }

  /** `look` is that of the answer: of 11,609 answers in a quick check, 1,710 differ in more than date and request id. */
  faultsOfAnswer(path: string, { request, answer }: Answered, look: string): Promise<readonly ToldFault[]> {
    const { status, fields, body } = answer
    const key = `${path} ${request.method === 'HEAD'} ${look}`
    const known =
      this.#answers.get(key) ??
      prismThread.run<readonly ToldFault[]>('faultsOfAnswer', {
        path,
        method: request.method,
        // A copy: otherwise the whole block of memory that the body is a part of would be handed over.
        answer: { status, fields, body: Uint8Array.from(body) },
      } satisfies AnswerQuestion)
    this.#answers.set(key, known)
    return known
  }
}

/** Equal for answers that look the same to a validator. */
export function lookOf({ status, fields, body }: Answer): string {
  const lines = fields.map(([name, value]) => `${name}: ${unlessByChance(name, value)}`)
  return toKey([status, ...lines, hash('md5', body)].join('\n'))
}

/** The value of a header field; only its form where the value differs in every answer. */
function unlessByChance(name: string, value: string): string {
  if (/^x-request-id$/i.test(name)) return value.replaceAll(/[\da-f]/g, '#')
  return /^date$/i.test(name) ? value.replaceAll(/\w/g, '#') : value
}
