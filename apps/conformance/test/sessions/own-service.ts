/** Our own service with a small world, while the importing test file runs; and what the sessions judge says of it. */
import { after } from 'node:test'
import { makeWorld, smallWorld, startService, temporaryDirectory } from '@plant-store/testkit'
import { sessionsJudge } from '../../src/sessions/judge.ts'
import { rules } from '../../src/rules/rules.ts'
import type { Subject } from '../../src/subject.ts'
import { RecordingCourt } from './recording-court.ts'

const directory = await temporaryDirectory()
const { database, users, strangerToken } = await makeWorld(directory.path, smallWorld)
const service = await startService({ settings: { database } })
after(async () => {
  await service.stop()
  await directory.remove()
})

export const people = Object.values(users)
const refusedTokens = people.flatMap(({ expiredToken, revokedToken }) => [expiredToken, revokedToken])
export const whole: Subject = {
  url: service.url,
  callers: people.map(({ token, plants }) => ({ token, plants })),
  refusedTokens: [...refusedTokens, strangerToken],
  only: 'all',
  seed: 1,
  budget: 'quick',
}

/** The time is up after `most` requests. */
export async function judge(subject: Subject, most = Infinity): Promise<RecordingCourt> {
  const court = new RecordingCourt()
  void court.hasRecorded(most).then(() => court.endTime())
  await sessionsJudge().judge(subject, court)
  return court
}

/** The rules of which nothing was seen. A rule that forbids is seen when we break it and are refused. */
export function unproven(court: RecordingCourt, only: Subject['only']): readonly string[] {
  return rules
    .filter(({ id, origin }) => (only === 'all' || origin === 'given') && !court.unjudgedRules.has(id))
    .filter(({ id, kind }) => !(kind === 'refusable' ? court.refusedRules : court.keptRules).has(id))
    .map(({ id }) => id)
}
