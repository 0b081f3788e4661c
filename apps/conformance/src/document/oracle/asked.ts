/** A response, with all that it is held against. */
import type { RawResponse, SentRequest } from '../../exchange.ts'
import type { Examination } from '../../oracle/examination.ts'
import { quote } from '../../quote.ts'
import type { AnyOperation } from '../model.ts'
import type { DocumentAnalysis } from './analyse.ts'
import type { Service } from './service.ts'

export interface Received {
  readonly request: SentRequest
  readonly response: RawResponse
  readonly analysis: DocumentAnalysis
  readonly service: Service
  /** What it shows. */
  readonly seen: Examination
}

/** Whether the document names the status itself. */
export const declares = ({ responses }: AnyOperation, status: number): boolean =>
  responses.some((one) => one.status === String(status))

/** The status, with the beginning of the content. */
export const tell = ({ status, body }: RawResponse): string =>
  body.length === 0 ? String(status) : `${status} with ${quote(body.toString('utf8'), 80)}`
