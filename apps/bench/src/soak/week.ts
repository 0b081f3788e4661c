/** A virtual week of a service whose tokens are all in use and that nobody tends. */
import { copyFile } from 'node:fs/promises'
import { openStore } from '@plant-store/store'
import type { Asked, Plan } from './clients.ts'

/** With a clock so many times as fast, a week takes half an hour. */
export const times = 336
/** Each token is used every three hours, with time to spare for the pauses. */
const [tokens, useEveryMs, spare] = [10_000, 3 * 3_600_000, 1.25]
const dayMs = 24 * 3_600_000

/** Makes the tokens. Only the service uses the file from then on; in the end, a copy of the file alone is checked. */
export async function planWeek(database: string): Promise<Plan> {
  const requests: Asked[] = []
  const store = await openStore({ database })
  await store.addUser('bo')
  while (requests.length < tokens) {
    const { secret } = await store.createToken('bo', 'in use')
    requests.push({ path: '/plants?limit=20', headers: { Authorization: `Bearer ${secret}` }, status: 200 })
  }
  await store.close()
  const beganMs = Date.now()
  return {
    flags: fastClock(beganMs),
    perSecond: Math.ceil((spare * tokens * times * 1000) / useEveryMs),
    someNew: false,
    begin: () => Promise.resolve(requests),
    end: async (program, answered) => {
      const code = await program.end()
      const failures = code === 0 ? [] : [`the service ended with ${code ?? 'a signal'}`]
      const lastDayMs = beganMs + (Date.now() - beganMs) * times - dayMs
      failures.push(...(await checkFileAlone(database, Math.min(tokens, answered), lastDayMs)))
      return { changes: 0, failures }
    },
  }
}

/** Flags of Node for a service whose time of day is fast, as are its timers of a minute or more. */
function fastClock(beganMs: number): readonly string[] {
  const program = `const { now } = Date, real = setInterval
    Date.now = () => Math.round(${beganMs} + (now() - ${beganMs}) * ${times})
    globalThis.setInterval = (run, ms, ...rest) => real(run, ms < 60_000 ? ms : ms / ${times}, ...rest)`
  return ['--import', `data:text/javascript,${encodeURIComponent(program)}`]
}

/** What is wrong with a copy of the file without the log: it must know that so many tokens were used in the last day. */
async function checkFileAlone(database: string, used: number, lastDayMs: number): Promise<readonly string[]> {
  const copy = `${database}.copy`
  await copyFile(database, copy)
  const store = await openStore({ database: copy, readOnly: true })
  try {
    const problems: string[] = []
    for await (const { what, detail } of store.verify()) problems.push(`${what}: ${detail}`)
    let known = 0
    for await (const { lastUsedAt } of store.tokens()) if (Number(lastUsedAt) >= lastDayMs) known += 1
    if (known !== used) problems.push(`${used} tokens were used in the last day, it knows ${known}`)
    return problems.map((problem) => `a copy of the file alone: ${problem}`)
  } finally {
    await store.close()
  }
}
