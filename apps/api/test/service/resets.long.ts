/** Connections that break, ten thousand of them: what one leaves behind shows. */
import { testResets } from './storm/reset-storm.ts'

testResets({ warmUp: 2000, resets: 10_000 })
