/** A request as it was sent, with all that its response is held against. */
import type { RawResponse, SentRequest } from '../../exchange.ts'
import type { Examination } from '../../oracle/examination.ts'
import { quote } from '../../quote.ts'
import type { AnyOperation, DeclaredResponse } from '../model.ts'
import type { DocumentAnalysis } from './analyse.ts'
import type { Service } from './service.ts'

export interface Asked {
  readonly request: SentRequest
  readonly analysis: DocumentAnalysis
  readonly service: Service
}

/** The same with the response that came, and what it shows. */
export interface Received extends Asked {
  readonly response: RawResponse
  readonly seen: Examination
}

/** The same, with what the document declares for the status that came. */
export interface Declared extends Received {
  readonly operation: AnyOperation
  readonly declared: DeclaredResponse
}

/** Whether the document names the status itself. */
export const declares = ({ responses }: AnyOperation, status: number): boolean =>
  responses.some((one) => one.status === String(status))

/** The status, with the beginning of the content. */
export const tell = ({ status, body }: RawResponse): string =>
  body.length === 0 ? String(status) : `${status} with ${quote(body.toString('utf8'), 80)}`
