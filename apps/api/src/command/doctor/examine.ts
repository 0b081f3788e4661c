/** All that doctor looks at, in the order in which one thing rests on another. */
import type { Store } from '@plant-store/store'
import {
  describeSettings,
  readSettings,
  SettingsError,
  type Settings,
  type SettingSources,
} from '../../settings.ts'
import { explainFailure } from '../explain-failure.ts'
import { countOf } from '../terminal/count-of.ts'
import { type Check, failed, passed, skipped } from './check.ts'
import { checkDatabase } from './check-database.ts'
import { checkOperator } from './check-operator.ts'
import { checkService } from './check-service.ts'
import { checkToken } from './check-token.ts'

/** Yields each check when it is done. Throws only for a fault of ours. */
export async function* examine(sources: SettingSources): AsyncGenerator<Check> {
  const settings = judge(sources)
  if (settings instanceof SettingsError) {
    yield failed('settings', explainFailure(settings).message.replaceAll('\n', ' '))
    yield skipped('the rest', 'Wrong settings could lead anywhere.')
    return
  }
  const given = describeSettings(sources).filter(({ source }) => source !== 'default')
  yield passed('settings', `${countOf(given.length, 'setting')} given, none wrong.`)
  const named = given.some(({ name }) => name === 'database')
  yield* checkDatabase(settings.database, named, (store) => examineService(settings, store))
}

async function* examineService(
  { url, operatorUrl, token }: Settings,
  store: Store | undefined,
): AsyncGenerator<Check> {
  yield await checkToken(token, store)
  yield* checkService(url, token)
  yield* checkOperator(operatorUrl)
}

function judge(sources: SettingSources): Settings | SettingsError {
  try {
    return readSettings(sources)
  } catch (fault) {
    if (fault instanceof SettingsError) return fault
    throw fault
  }
}
