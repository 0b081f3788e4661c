/** How a correct server shows what is different about it: requests that the reference answers otherwise. */

/** One request. In curly brackets stand tokens, and the ETag of the answer before: `{ana}`, `{tag}`. */
export interface Call {
  /** Method and target, such as `GET /plants?limit=3`. */
  readonly line: string
  /** Whose token goes with it; nobody's for undefined. */
  readonly as: string | undefined
  /** Further header lines. */
  readonly fields: readonly string[]
  readonly content: string
  readonly version: string
}

/** Requests, and how they are sent. */
export interface Demonstration {
  readonly calls: readonly Call[]
  readonly how: 'apart' | 'on one connection'
}

/** Ana's request, unless `as` names another caller or, as an empty text, nobody. */
export function send(line: string, liberties: Liberties = {}): Demonstration {
  const { as = 'ana', fields = [], content = '', version = '1.1' } = liberties
  return { calls: [{ line, as: as === '' ? undefined : as, fields, content, version }], how: 'apart' }
}

interface Liberties {
  readonly as?: string
  readonly fields?: readonly string[]
  readonly content?: string
  readonly version?: string
}

/** A request without a token, with these header lines. */
export function anonymous(...fields: readonly string[]): Demonstration {
  return send('GET /plants', { as: '', fields })
}

/** One after the other, each on a connection of its own. */
export function inTurn(...parts: readonly Demonstration[]): Demonstration {
  return { calls: parts.flatMap(({ calls }) => calls), how: 'apart' }
}

/** One after the other on one connection. */
export function reusing(...parts: readonly Demonstration[]): Demonstration {
  return { ...inTurn(...parts), how: 'on one connection' }
}

/** The same so many times. */
export function times(count: number, part: Demonstration): readonly Demonstration[] {
  return Array.from({ length: count }, () => part)
}

/** Ana asks for all her plants. */
export const wholeList = send('GET /plants')

/** Ana asks for something that gets 400. */
export const wrongLimit = send('GET /plants?limit=x')

/** A request with a token that nobody has. */
export const stranger = anonymous('Authorization: Bearer nobody-knows-this-one')

/** A path that is not there. */
export const elsewhere = send('GET /nothing')

/** A method that is not allowed. */
export const deletion = send('DELETE /plants')
