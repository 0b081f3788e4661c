/** Takes the place of a contract of our own where each check is given the document that it goes by. */
import type { OwnContract } from './own-contract.ts'

export const own: OwnContract | undefined = undefined
