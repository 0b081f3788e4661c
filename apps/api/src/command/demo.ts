/** `plant-store demo`: the sample world, served. */
import { migrate, openStore } from '@plant-store/store'
import { existsSync } from 'node:fs'
import { relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Command } from 'commander'
import { readSettings, type Settings } from '../settings.ts'
import { addExamples } from './arguments/add-examples.ts'
import { addSettingOptions, serviceSettings } from './arguments/setting-options.ts'
import { describeDemo } from './demo/describe-demo.ts'
import { makeSampleWorld } from './demo/make-sample-world.ts'
import { makeTokens, type Visitor } from './demo/make-tokens.ts'
import type { Surroundings } from './surroundings.ts'
import { untilSignal } from './until-signal.ts'
import { outputOf } from './with-store.ts'

/** Where the demo differs from `serve` unless told otherwise. */
const usual = {
  PLANT_STORE_DATABASE: fileURLToPath(new URL('../../../../.plant-store/plant-store.db', import.meta.url)),
  // No load balancer is watching: Ctrl-C need not wait for one.
  PLANT_STORE_DRAIN_DELAY_MS: '0',
}
/** So many users are introduced. */
const maxVisitors = 5

export function addDemo(program: Command, around: Surroundings): void {
  const demo = program
    .command('demo')
    .description('serve sample plants to sample users; the data is kept in .plant-store until you remove it')
  addSettingOptions(demo, serviceSettings)
  addExamples(demo, 'plant-store demo', 'plant-store demo --port 8000 --operator-port 8001')
  demo.action(async () => {
    const settings = readSettings({
      env: { ...usual, ...around.env },
      flags: demo.optsWithGlobals(),
    })
    await serveDemo(around, demo, settings)
  })
}

async function serveDemo(around: Surroundings, demo: Command, settings: Settings): Promise<void> {
  const { database } = settings
  const firstRun = !existsSync(database)
  if (firstRun) await makeSampleWorld(database)
  else await migrate({ database })
  // Loaded only here, as in serve.ts.
  const { runService } = await import('../service/run-service.ts')
  // A port that is taken is found out before tokens are made.
  await runService(settings, untilSignal(), async ({ url, operatorUrl }) => {
    const visitors = await welcome(database)
    const facts = { url, operatorUrl, database: shorten(database), firstRun, visitors }
    await outputOf(around, demo).result(facts, describeDemo(facts))
  })
}

async function welcome(database: string): Promise<readonly Visitor[]> {
  const store = await openStore({ database })
  try {
    return await makeTokens(store, maxVisitors)
  } finally {
    await store.close()
  }
}

/** As it is seen from the folder the person is in, where that is shorter. */
function shorten(path: string): string {
  const near = relative('', path)
  return near.startsWith('..') ? path : near
}
