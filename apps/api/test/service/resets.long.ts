/** Connections that break, thousands of them: what one leaves behind shows. */
import { testResets } from './storm/reset-storm.ts'

testResets({ warmUp: 1000, resets: 5000 })
