/** Responses that no service sent, for tests of what is made of them. */
import type { RawResponse, Field } from '../src/exchange.ts'

/** A response without framing faults. */
export const responseOf = (
  status: number,
  body: string | Buffer = '',
  fields: readonly Field[] = [],
): RawResponse => ({ version: '1.1', status, reason: '', fields, body: Buffer.from(body), faults: [] })
