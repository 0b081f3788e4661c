/** What is owed when a request is refused, or the service fails. */
import type { Rule } from './rule.ts'
import { wholeDocument } from './pointers.ts'

const schema = '/components/schemas/Error'
const badRequest = '/components/responses/BadRequest'

const body: readonly Rule[] = [
  {
    id: 'wrong-request-400',
    sentence: 'A request that fails is answered with 400.',
    origin: 'given',
    pointer: `${badRequest}/description`,
    words: 'The request failed.',
    kind: 'refusable',
    needs: 'nothing',
  },
  {
    id: 'error-content-type',
    sentence: 'The Content-Type of a refusal is application/json.',
    origin: 'given',
    pointer: `${badRequest}/content/application~1json`,
    kind: 'owed',
    needs: 'nothing',
  },
  {
    id: 'error-is-object',
    sentence: 'The body of a refusal is one object.',
    origin: 'given',
    pointer: `${schema}/type`,
    kind: 'owed',
    needs: 'nothing',
  },
  {
    id: 'error-has-both-members',
    sentence: 'An Error has both error and message.',
    origin: 'given',
    pointer: `${schema}/required`,
    kind: 'owed',
    needs: 'nothing',
  },
  {
    id: 'error-is-integer',
    sentence: 'error is an integer.',
    origin: 'given',
    pointer: `${schema}/properties/error/type`,
    kind: 'owed',
    needs: 'nothing',
  },
  {
    id: 'error-is-int32',
    sentence: 'error fits into 32 bits.',
    origin: 'given',
    pointer: `${schema}/properties/error/format`,
    kind: 'owed',
    needs: 'nothing',
  },
  {
    id: 'message-is-text',
    sentence: 'message is a string.',
    origin: 'given',
    pointer: `${schema}/properties/message/type`,
    kind: 'owed',
    needs: 'nothing',
  },
  {
    id: 'message-says-something',
    sentence: 'message has a text for people in it.',
    origin: 'completed',
    pointer: wholeDocument,
    words: 'people read the message.',
    kind: 'owed',
    needs: 'nothing',
  },
  {
    id: 'every-refusal-has-error-body',
    sentence: 'Every refusal and failure, declared or not, has an Error for a body.',
    origin: 'completed',
    pointer: wholeDocument,
    words: 'Every refusal and failure has a body of the schema `Error`',
    kind: 'owed',
    needs: 'nothing',
  },
  {
    // Which numbers they are, another implementation may decide otherwise.
    id: 'one-number-per-cause',
    sentence: 'Errors with different causes have different numbers.',
    origin: 'completed',
    pointer: wholeDocument,
    words: 'below, one number per cause.',
    kind: 'owed',
    needs: 'nothing',
  },
]

const manners: readonly Rule[] = [
  {
    id: 'first-fault-decides',
    sentence: 'Of several faults the first decides: form, path, method, place of the token, token, limit.',
    origin: 'completed',
    pointer: wholeDocument,
    words: 'The first thing that is wrong decides the answer',
    kind: 'refusable',
    needs: 'nothing',
  },
  {
    id: 'callers-fault-never-5xx',
    sentence: 'Whatever a caller sends, the fault is not said to be the service’s: no answer from 500 on.',
    origin: 'completed',
    pointer: `${badRequest}/description`,
    words: 'the request itself is wrong',
    kind: 'owed',
    needs: 'nothing',
  },
  {
    id: 'refusals-not-stored',
    sentence: 'No cache may keep a refusal or a failure: Cache-Control has no-store.',
    origin: 'completed',
    pointer: wholeDocument,
    words: 'carries `Cache-Control: no-store`',
    kind: 'owed',
    needs: 'nothing',
  },
  {
    id: 'causes-stay-inside',
    sentence: 'A message tells nothing of the inside: no stack trace, path, query or token.',
    origin: 'completed',
    pointer: '/components/responses/InternalError/description',
    words: 'Nothing is told about the cause',
    kind: 'owed',
    needs: 'nothing',
  },
  {
    id: 'failure-500',
    sentence: 'A failure of the service is answered with 500 and its declared headers.',
    origin: 'completed',
    pointer: '/components/responses/InternalError/description',
    words: 'the service failed while it handled a correct request',
    kind: 'owed',
    needs: 'nothing',
  },
  {
    id: 'retry-after-503',
    sentence: 'A 503 says with Retry-After in how many seconds to try again.',
    origin: 'completed',
    pointer: '/components/headers/Retry-After/required',
    kind: 'owed',
    needs: 'nothing',
  },
]

/** Refusals and failures. */
export const refusalRules: readonly Rule[] = [...body, ...manners]
