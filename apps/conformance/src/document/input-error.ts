/** A command line, a document, a profile or another file that can't be used; the message is for a person. */
export class InputError extends Error {
  override readonly name: string = 'InputError'
}
