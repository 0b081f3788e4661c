/** A report can't be written; the message says where and why, for a person. */
export class ReportError extends Error {
  override readonly name = 'ReportError'
}
