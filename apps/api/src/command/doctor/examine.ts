/** Runs all of doctor's checks, each after those it depends on. */
import type { Store } from '@plant-store/store'
import type { Command } from 'commander'
import { doctorSettings } from '../../settings.ts'
import { readSecret } from '../arguments/read-file.ts'
import type { CommandContext } from '../terminal/output.ts'
import { CommandError } from '../exit-codes.ts'
import { readSettings } from '../setting-options.ts'
import { type Check, failed, passed, skipped } from './check.ts'
import { checkDatabase, checkToken } from './check-database.ts'
import { checkOperator } from './check-operator.ts'
import { checkPlace } from './check-place.ts'
import { checkService } from './check-service.ts'

type DoctorSettings = ReturnType<typeof readSettings<typeof doctorSettings>>

/** Yields each check when it is done. Throws only for a bug in this program. */
export async function* examine(context: CommandContext, doctor: Command): AsyncGenerator<Check> {
  const settings = await readAll(context, doctor)
  if (settings instanceof CommandError) {
    yield failed('settings', settings.message.replaceAll('\n', ' '))
    yield skipped('the rest', 'Correct the settings first.')
    return
  }
  yield passed('settings', 'No setting is wrong.')
  const isNamed = (name: string): boolean => doctor.getOptionValueSourceWithGlobals(name) !== 'default'
  const isClient = !isNamed('database') && isNamed('url')
  const place = { ...settings, isClient, isBackupsNamed: isNamed('backups') }
  yield* checkDatabase(settings.database, isClient, (store) => examineRest(place, store))
}

/** The settings, with the token read from its file; or the error that says what is wrong with them. */
async function readAll(context: CommandContext, doctor: Command): Promise<DoctorSettings | CommandError> {
  try {
    const settings = readSettings(doctor, doctorSettings)
    const { tokenFile } = settings
    return tokenFile === undefined ? settings : { ...settings, token: await readSecret(context, tokenFile) }
  } catch (error) {
    if (error instanceof CommandError) return error
    throw error
  }
}

async function* examineRest(
  {
    database,
    backups,
    url,
    operatorUrl,
    token,
    isClient,
    isBackupsNamed,
  }: DoctorSettings & {
    readonly isClient: boolean
    readonly isBackupsNamed: boolean
  },
  store: Store | undefined,
): AsyncGenerator<Check> {
  if (store !== undefined) yield* checkPlace(database, backups, isBackupsNamed)
  yield await checkToken(token, store)
  yield* checkService(url, token, store !== undefined || isClient)
  yield* checkOperator(operatorUrl)
}
