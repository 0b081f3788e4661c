/** Where a service is, and how connections to it are made. */
import { readFileSync } from 'node:fs'
import { createSecureContext, getCACertificates, type SecureContext } from 'node:tls'

export interface Address {
  /** Without a slash at the end, such as `http://127.0.0.1:8080` or `https://plants.example/api`. */
  readonly url: string
  /** How long to wait for what is due; by default 10 s. */
  readonly patienceMs?: number
  /** A file of certificates (PEM) that are trusted besides the usual ones. */
  readonly cacert?: string
  /** Any certificate is accepted. */
  readonly isInsecure?: boolean
}

/** Made once for each file: it takes some milliseconds. */
const contexts = new Map<string, SecureContext>()

/** The options of TLS. Throws where the file can't be read, or holds no certificates. */
export function trustOf({ cacert, isInsecure }: Pick<Address, 'cacert' | 'isInsecure'>): {
  readonly secureContext?: SecureContext
  readonly rejectUnauthorized: boolean
} {
  const rejectUnauthorized = isInsecure !== true
  if (cacert === undefined) return { rejectUnauthorized }
  const secureContext =
    contexts.get(cacert) ??
    createSecureContext({ ca: [...getCACertificates(), readFileSync(cacert, 'utf8')] })
  contexts.set(cacert, secureContext)
  return { secureContext, rejectUnauthorized }
}
