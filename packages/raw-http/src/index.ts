/** Raw HTTP: connections on which every byte is yours, requests for them, shell lines that repeat these, redaction. */
export { type Address, trustOf } from './address.ts'
export { Changes } from './changes.ts'
export {
  endPatienceMs,
  openConnection,
  type Outcome,
  patienceMs,
  receiveOne,
  unowedPatienceMs,
} from './connection.ts'
export { codingsOf, decodeContent, fieldValue, membersOf } from './content.ts'
export { type Credential, type Credentials, nameSecrets, type Parted } from './credentials.ts'
export { curlFor, repeatedly, runLine, type Target, toCurl } from './curl.ts'
export type { RawResponse, Exchange, Field, NoResponse, SentRequest } from './exchange.ts'
export { closesConnection, headLength, isContinue, trimBlanks, valuesOf } from './fields.ts'
export { LocalFailure } from './local-failure.ts'
export type { Bytes } from './bytes.ts'
export { type ConnectionState, RawConnection } from './raw-connection.ts'
export { type Recorder, startRecorder } from './recorder.ts'
export { redactDeep } from './redact-deep.ts'
export { redactSecrets } from './redact.ts'
export { toReplay } from './replay.ts'
export {
  asOfHttp10,
  holdsContentBack,
  malformedRequest,
  readRequests,
  requestWriter,
  rewriteRequest,
  toText,
  withFields,
  withQuery,
  type WriteRequest,
} from './request.ts'
export { hasSecret, Secrets, type Shown, swapCase, type Token } from './secrets.ts'
export { sendOne } from './send-one.ts'
export { abandonRequest, seeEnd, sendRequest } from './send-request.ts'
export { type Served, serveOn, serveSockets } from './serve-on.ts'
export {
  type Abandon,
  alone,
  atOnce,
  burstAt,
  inGroups,
  inTurn,
  openAtFirst,
  pipelined,
  placesEvery,
  type Send,
  type Session,
  type Step,
  type Wanted,
} from './session.ts'
