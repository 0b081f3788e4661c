/** What the contract is compared with: an earlier state of it, and the version of its package at that time. */
import type { Document } from '../document/document.ts'

export interface Base {
  /** What messages call it: `1.0.0`, `v1.0.0`, `main`, `plant-store-contracts-1.0.0.tgz`. */
  readonly name: string
  readonly document: Document
  /** The version of `@plant-store/contracts` at that time. */
  readonly version: string
}
