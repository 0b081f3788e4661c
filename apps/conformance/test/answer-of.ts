/** Answers that no service sent, for tests of what is made of them. */
import type { Answer, Field } from '../src/exchange.ts'

/** An answer without framing faults. */
export const answerOf = (
  status: number,
  body: string | Buffer = '',
  fields: readonly Field[] = [],
): Answer => ({ version: '1.1', status, reason: '', fields, body: Buffer.from(body), faults: [] })
