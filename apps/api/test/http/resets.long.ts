/** Thousands of connections that break: what each one leaves behind adds up and shows. */
import { testResets } from './storm/reset-storm.ts'

testResets({ warmUp: 1000, resets: 5000 })
