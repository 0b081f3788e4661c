/** Connections that break: the first of those that `resets.long.ts` makes. */
import { testResets } from './storm/reset-storm.ts'

testResets({ warmUp: 300, resets: 1000 })
