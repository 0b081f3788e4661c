/** Settings: where they come from, how wrong ones are reported, and by which commands. */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { parseLines } from './run-here.ts'
import { makePlace, type Place } from './place.ts'

type Env = Readonly<Record<string, string>>

describe('settings', { concurrency: 3 }, () => {
  let place: Place
  before(async () => {
    place = await makePlace()
  })
  after(() => place[Symbol.asyncDispose]())

  /** What `config` shows for each setting, by name. */
  async function shown(env: Env, ...flags: readonly string[]) {
    const { stdout, stderr } = await place.runIn(env, 'config', '--json', ...flags)
    assert.equal(stderr, '')
    return new Map(parseLines(stdout).map((setting) => [setting['name'], setting]))
  }

  /** The problems that `config` finds, one per line. */
  async function problems(env: Env, ...flags: readonly string[]): Promise<readonly string[]> {
    const { code, stdout, stderr } = await place.runIn(env, 'config', ...flags)
    assert.deepEqual([code, stdout], [3, ''], stderr)
    return stderr.trim().split('\n')
  }

  it('have safe defaults: loopback, two ports, no trusted proxy', async () => {
    const { stdout } = await place.shell(
      'unset PLANT_STORE_PORT PLANT_STORE_OPERATOR_PORT; plant-store config',
    )
    assert.match(stdout, /^host +127\.0\.0\.1 +default/m)
    assert.match(stdout, /^port +8080 +default/m)
    assert.match(stdout, /^operatorHost +127\.0\.0\.1 +default/m)
    assert.match(stdout, /^operatorPort +8081 +default/m)
    assert.match(stdout, /^trustedProxies +\(none\) +default/m)
  })

  it('each have one variable and a flag named after it, and are shown with their source', async () => {
    const settings = await shown({ PLANT_STORE_HOST: '::1', PLANT_STORE_PORT: '1000' }, '--port', '2000')
    for (const { name, env: variable, flag } of settings.values()) {
      const words = String(name).replaceAll(/[A-Z]/g, '_$&')
      assert.equal(variable, `PLANT_STORE_${words.toUpperCase()}`)
      assert.equal(flag, `--${words.toLowerCase().replaceAll('_', '-')}`)
    }
    assert.partialDeepStrictEqual(settings.get('port'), { value: 2000, source: 'flag' })
    assert.partialDeepStrictEqual(settings.get('host'), { value: '::1', source: 'environment' })
    assert.partialDeepStrictEqual(settings.get('database'), { value: 'plant-store.db', source: 'default' })
    assert.equal(settings.size, 29)
  })

  it('are all reported at once if they are wrong, each by the name under which it was given', async () => {
    const env = { PLANT_STORE_PORT: '08', PLANT_STORE_LOG_LEVEL: 'loud', PLANT_STORE_PROT: '1' }
    const lines = await problems(env, '--host', 'a b', '--max-connections', '0')
    assert.deepEqual(
      lines.map((line) => line.split(' ')[0] ?? '').toSorted((a, b) => a.localeCompare(b)),
      ['--host', '--max-connections', 'PLANT_STORE_LOG_LEVEL', 'PLANT_STORE_PORT', 'PLANT_STORE_PROT'],
    )
    const { stderr } = await place.runIn(env, 'config', '--json')
    const errors = parseLines(stderr).map(({ error }) => error as { code: string; message: string })
    assert.deepEqual(
      errors
        .map(({ code, message }) => `${code}: ${message.split(' ')[0]}`)
        .toSorted((a, b) => a.localeCompare(b)),
      ['settings: PLANT_STORE_LOG_LEVEL', 'settings: PLANT_STORE_PORT', 'settings: PLANT_STORE_PROT'],
    )
    const told = lines.join('\n')
    assert.match(told, /^--max-connections must be a whole number from 1 to 1000000, not "0"\.$/m)
    assert.match(told, /^PLANT_STORE_PORT must be a whole number from 0 to 65535, not "08"\.$/m)
    assert.match(told, /^PLANT_STORE_PROT is not a setting\. Did you mean PLANT_STORE_PORT\?$/m)
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
    'no streams at all': { PLANT_STORE_MAX_STREAMS: '0' },
    'more than all streams for one user': { PLANT_STORE_USER_STREAM_SHARE: '101' },
    'a proxy that is not an address': { PLANT_STORE_TRUSTED_PROXIES: '10.0.0.1, proxy.example' },
    'a name with a port': { PLANT_STORE_OPERATOR_NAMES: 'metrics:8081' },
    'an empty name': { PLANT_STORE_OPERATOR_NAMES: 'metrics,,plants' },
    'an invalid network': { PLANT_STORE_TRUSTED_PROXIES: '10.0.0.0/33' },
  })) {
    it(`refuse ${what}`, async () => {
      assert.equal((await problems(env)).length, 1)
    })
  }

  it('accept trusted proxies as addresses, networks and names of networks', async () => {
    const written = 'loopback, 10.0.0.0/8,fd00::/8'
    const settings = await shown({ PLANT_STORE_TRUSTED_PROXIES: written })
    assert.deepEqual(settings.get('trustedProxies')?.['value'], ['loopback', '10.0.0.0/8', 'fd00::/8'])
  })

  it('hide a secret where it is shown and where it is wrong', async () => {
    const secret = 'pst_0123456789'
    const ended = await place.runIn({ PLANT_STORE_TOKEN: secret }, 'config')
    assert.match(ended.stdout, /^token +\(hidden\) +environment/m)
    const wrong = await place.runIn({ PLANT_STORE_TOKEN: 'hush hush' }, 'config', '--json')
    assert.match(wrong.stderr, /PLANT_STORE_TOKEN must be a token/)
    const withPassword = { PLANT_STORE_URL: 'http://ada:hush@localhost' }
    const refused = await place.runIn(withPassword, 'config')
    assert.equal(refused.code, 3)
    for (const { stdout, stderr } of [ended, wrong, refused])
      assert.doesNotMatch(stdout + stderr, /hush|0123/)
  })

  it('that a command does not use are not checked by it', async () => {
    const env = { PLANT_STORE_PORT: 'abc', PLANT_STORE_URL: 'plants', PLANT_STORE_LOG_LEVEL: 'loud' }
    for (const line of ['users list', 'verify', 'migrate', 'tokens list', 'backup copy.db']) {
      const ended = await place.runIn(env, ...line.split(' '))
      assert.equal(ended.code, 0, `${line}: ${ended.stderr}`)
    }
    const serve = await place.runIn(env, 'serve')
    assert.equal(serve.code, 3)
    assert.match(serve.stderr, /PLANT_STORE_PORT[^]*PLANT_STORE_LOG_LEVEL/)
    assert.doesNotMatch(serve.stderr, /PLANT_STORE_URL/)
  })
})

describe('a variable that is not a setting', { concurrency: 3 }, () => {
  let place: Place
  before(async () => {
    place = await makePlace()
  })
  after(() => place[Symbol.asyncDispose]())

  it('is refused by serve, demo, config and doctor, with a suggestion', async () => {
    for (const command of ['serve', 'demo', 'config']) {
      const { code, stderr } = await place.runIn({ PLANT_STORE_PROT: '1' }, command)
      assert.equal(code, 3)
      assert.equal(stderr, 'PLANT_STORE_PROT is not a setting. Did you mean PLANT_STORE_PORT?\n')
    }
    const { code, stdout } = await place.runIn({ PLANT_STORE_TOKN: 'x' }, 'doctor')
    assert.equal(code, 1)
    assert.match(
      stdout,
      /^settings +failed +PLANT_STORE_TOKN is not a setting\. Did you mean PLANT_STORE_TOKEN\?/m,
    )
  })

  it('is refused by every command if it may have been meant to name another database', async () => {
    for (const name of [
      'PLANT_STORE_DATABSE',
      'PLANT_STORE_DATABASES',
      'PLANT_STORE_DB',
      'PLANT_STORE_DATABASE_PATH',
    ]) {
      const { code, stderr } = await place.runIn({ [name]: 'other.db' }, 'users', 'list')
      assert.equal(code, 3, name)
      assert.match(stderr, new RegExp(`^${name} is not a setting\\.`))
    }
  })

  it('is ignored by a command that uses no similar setting', async () => {
    const { code } = await place.runIn({ PLANT_STORE_PROT: '1' }, 'users', 'list')
    assert.equal(code, 0)
  })
})
