/** A document or a profile that can't be used; the message is one sentence for a person. */
export class InputError extends Error {
  override readonly name: string = 'InputError'
}
