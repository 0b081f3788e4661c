/** What an OpenAPI document describes: its operations, with all that a request or a response may have. */

/** A document that describes a service, 3.0 raised to 3.1. */
export interface AnyContract {
  /** How reports name the document: the path or URL as given. */
  readonly name: string
  /** As read, for lines. */
  readonly text: string
  /** OpenAPI 3.1 in plain values. Each `$ref` of an object that may have one is a pointer into it, such as `#/components/…`. */
  readonly document: unknown
  readonly operations: readonly AnyOperation[]
  /** Other files that it refers to: each stands whole in `document`, at `pointer`. */
  readonly files: readonly { readonly name: string; readonly text: string; readonly pointer: string }[]
}

export interface AnyOperation {
  /** Its operationId, or such as `GET /pets/{id}` where it has none of its own. */
  readonly id: string
  /** Where it stands, such as `/paths/~1pets~1{id}/get`. */
  readonly pointer: string
  /** In upper case. */
  readonly method: string
  /** May be a template, such as `/pets/{id}`. */
  readonly path: string
  /** Those of the path, too; the operation's own wins. */
  readonly parameters: readonly Parameter[]
  readonly body?: RequestBody
  readonly responses: readonly DeclaredResponse[]
  /** Alternatives, each a set of schemes that are needed together: none where no credential is needed; an empty set is "may do without". */
  readonly security: readonly (readonly SecurityScheme[])[]
  /** Whether it names servers of its own: the service that is checked need not have it. */
  readonly isElsewhere: boolean
}

export interface Parameter {
  readonly name: string
  readonly in: 'path' | 'query' | 'header' | 'cookie'
  readonly pointer: string
  readonly isRequired: boolean
  readonly style: string
  readonly explode: boolean
  /** The pointer of its schema; where nothing stands there, every value is right. */
  readonly schema: string
  /** Where it is described by `content`. */
  readonly mediaType?: string
  readonly examples: readonly unknown[]
}

export interface RequestBody {
  readonly pointer: string
  readonly isRequired: boolean
  readonly contents: readonly Content[]
}

export interface Content {
  readonly mediaType: string
  readonly pointer: string
  /** The pointer of its schema. */
  readonly schema?: string
  readonly examples: readonly unknown[]
}

export interface DeclaredResponse {
  /** `200`, `4XX` or `default`. */
  readonly status: string
  readonly pointer: string
  readonly contents: readonly Content[]
  readonly headers: readonly DeclaredHeader[]
  /** By the name of a parameter of another operation, what it may be: a value, or an expression such as `$response.body#/id`. */
  readonly links: readonly (readonly [name: string, value: unknown])[]
}

export interface DeclaredHeader {
  readonly name: string
  readonly pointer: string
  readonly isRequired: boolean
  readonly schema?: string
}

export interface SecurityScheme {
  readonly name: string
  /** Tokens of OAuth 2 and OpenID Connect are sent as bearer tokens (RFC 6750). */
  readonly kind: 'bearer' | 'basic' | 'apiKey' | 'other'
  /** Where an API key stands. */
  readonly in?: 'header' | 'query' | 'cookie'
  /** The name of the parameter, header field or cookie of an API key. */
  readonly parameter?: string
  readonly pointer: string
}

/** Methods that ask for nothing to be changed (RFC 9110, 9.2.1). */
export const isSafe = (method: string): boolean => /^(?:GET|HEAD|OPTIONS|TRACE)$/.test(method)

/** Whether every alternative of the operation's security asks for a credential. */
export const needsCredential = ({ security }: AnyOperation): boolean =>
  security.length > 0 && security.every((schemes) => schemes.length > 0)

/** What is declared for the status: itself, its range, or the default (OpenAPI 3.1, 4.8.16). */
export function declaredFor({ responses }: AnyOperation, status: number): DeclaredResponse | undefined {
  const names = [String(status), `${String(status).charAt(0)}XX`, 'DEFAULT']
  return names
    .map((name) => responses.find((one) => one.status.toUpperCase() === name))
    .find((one) => one !== undefined)
}

/** Whether the document names the status itself. */
export const declares = ({ responses }: AnyOperation, status: number): boolean =>
  responses.some((one) => one.status === String(status))
