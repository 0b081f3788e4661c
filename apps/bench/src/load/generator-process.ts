/** The load generator's process. */
import { handleJobs } from '@plant-store/testkit'
import type { LoadJob, LoadResult } from './generator.ts'
import { saturate } from './saturate.ts'
import { sendAtRate } from './send-at-rate.ts'

handleJobs<LoadJob, LoadResult>(async ({ perSecond, ...job }) => {
  const sent = await (perSecond === undefined ? saturate(job) : sendAtRate({ ...job, perSecond }))
  const { latencyUs, ...rest } = sent
  return {
    ...rest,
    latency: {
      p50Ms: latencyUs.percentile(50) / 1000,
      p99Ms: latencyUs.percentile(99) / 1000,
      maxMs: latencyUs.max / 1000,
    },
  }
})
