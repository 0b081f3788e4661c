/** Connections that break: the first two thousand of those that `resets.long.ts` makes. */
import { testResets } from './storm/reset-storm.ts'

testResets({ warmUp: 500, resets: 1500 })
