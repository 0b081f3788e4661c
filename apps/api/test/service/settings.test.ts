/** Settings: where they come from, and what is said of wrong ones. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { describeSettings, readSettings, SettingsError, type SettingSources } from '../../src/settings.ts'
import { settingNames, settingsTable } from '../../src/settings-table.ts'

function faultsOf(sources: SettingSources): SettingsError['faults'] {
  try {
    readSettings(sources)
  } catch (error) {
    assert.ok(error instanceof SettingsError)
    return error.faults
  }
  return []
}

describe('settings', () => {
  test('have safe defaults: loopback, and two ports', () => {
    const { host, operatorHost, port, operatorPort } = readSettings({ env: {} })
    assert.deepEqual([host, operatorHost], ['127.0.0.1', '127.0.0.1'])
    assert.notEqual(port, operatorPort)
  })

  test('come from flags before the environment before the defaults', () => {
    const env = { PLANT_STORE_PORT: '1000', PLANT_STORE_HOST: '::1' }
    const sources = { env, flags: { port: '2000' } }
    const { host, port } = readSettings(sources)
    assert.deepEqual({ host, port }, { host: '::1', port: 2000 })
    const shown = new Map(describeSettings(sources).map(({ name, source }) => [name, source]))
    assert.equal(shown.get('port'), 'flag')
    assert.equal(shown.get('host'), 'environment')
    assert.equal(shown.get('logLevel'), 'default')
  })

  test('report every fault at once, each under the name by which it was given', () => {
    const faults = faultsOf({
      env: { PLANT_STORE_PORT: '08', PLANT_STORE_LOG_LEVEL: 'loud', PLANT_STORE_PROT: '1' },
      flags: { host: 'a b', maxConnections: '0' },
    })
    assert.deepEqual(
      faults.map(({ setting, source }) => `${setting} ${source}`),
      [
        'PLANT_STORE_PROT environment',
        '--host flag',
        'PLANT_STORE_PORT environment',
        'PLANT_STORE_LOG_LEVEL environment',
        '--max-connections flag',
      ],
    )
    assert.match(
      String(faults.find(({ setting }) => setting === '--max-connections')?.problem),
      /from 1 to 1000000, not "0"/,
    )
  })

  for (const [what, env] of Object.entries({
    'an empty path': { PLANT_STORE_DATABASE: '' },
    'a port beyond 65535': { PLANT_STORE_PORT: '65536' },
    'a fraction': { PLANT_STORE_PORT: '80.5' },
    'a negative time': { PLANT_STORE_STALL_TIMEOUT_MS: '-1' },
    'an empty host': { PLANT_STORE_HOST: '' },
    'an address with a path': { PLANT_STORE_URL: 'http://localhost/plants' },
    'an address of another scheme': { PLANT_STORE_URL: 'ftp://localhost' },
    'one port for both listeners': { PLANT_STORE_PORT: '9000', PLANT_STORE_OPERATOR_PORT: '9000' },
    'a header timeout above the request timeout': { PLANT_STORE_HEADERS_TIMEOUT_MS: '99999' },
  })) {
    test(`refuse ${what}`, () => {
      assert.equal(faultsOf({ env }).length, 1)
    })
  }

  test('a secret is hidden where it is shown and where it is wrong', () => {
    const secret = 'pst_secret'
    const shown = JSON.stringify(describeSettings({ env: { PLANT_STORE_TOKEN: secret } }))
    assert.ok(!shown.includes(secret) && shown.includes('(hidden)'))
    const [fault] = faultsOf({ env: { PLANT_STORE_TOKEN: `${secret} ` } })
    assert.ok(fault !== undefined && !fault.problem.includes(secret))
  })

  test('each has one variable and one flag, named after it, and a default that it would accept', () => {
    for (const name of settingNames) {
      const { env, flag, default: value, parse } = settingsTable[name]
      const words = name.replaceAll(/[A-Z]/g, '_$&')
      assert.equal(env, `PLANT_STORE_${words.toUpperCase()}`)
      assert.equal(flag, `--${words.toLowerCase().replaceAll('_', '-')}`)
      if (value !== undefined) {
        assert.deepEqual(parse(String(value)), value)
      }
    }
  })
})
