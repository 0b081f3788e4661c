/** A secret is printed only once, and a token whose secret nobody received is not left active. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { parseLines } from './run-here.ts'
import { makePlace, type Place } from './place.ts'

async function createToken(place: Place): Promise<string> {
  const { stdout, stderr } = await place.run('tokens', 'create', 'Mei', '--name', 'laptop')
  assert.match(stdout, /^pst_[0-9A-Za-z]{49}\n$/, stderr)
  return stdout.trim()
}

async function tokenStates(place: Place): Promise<readonly unknown[]> {
  return parseLines((await place.run('tokens', 'list', '--json')).stdout).map(({ state }) => state)
}

describe('a token whose secret could not be delivered', { concurrency: 3 }, () => {
  const create = 'plant-store tokens create Mei --name laptop'
  const lost = {
    'to a full disk': { line: `${create} > /dev/full`, code: 9 },
    'to a closed standard output': { line: `${create} >&-`, code: 2 },
    'to nobody': { line: `${create} > /dev/null`, code: 2 },
    'as JSON to a full disk': { line: `${create} --json > /dev/full`, code: 9 },
  }
  for (const [what, { line, code }] of Object.entries(lost)) {
    it(`${what} is not left active, and the command says so`, async () => {
      await using place = await makePlace()
      const ended = await place.shell(line)
      assert.equal(ended.code, code, JSON.stringify(ended))
      assert.match(ended.stderr, /No token was made|is not active/)
      assert.ok(!(await tokenStates(place)).includes('active'))
    })
  }

  it('to a reader that has gone is not left active, and the command says so', async () => {
    await using place = await makePlace()
    const { stderr } = await place.shell(
      `mkfifo pipe; (${create}; echo "code $?" >&2) 3>&1 >pipe & exec 4<pipe; exec 4<&-; wait`,
    )
    const states = await tokenStates(place)
    // Whether the reader leaves before or after the secret is written depends on the machine.
    if (stderr.includes('code 0')) assert.deepEqual(states, ['active'])
    else assert.ok(!states.includes('active'), stderr)
  })

  it('leaves the token it should have replaced unchanged', async () => {
    await using place = await makePlace()
    await createToken(place)
    const list = async (): Promise<unknown> =>
      parseLines((await place.run('tokens', 'list', '--json')).stdout)[0]
    const before = await list()
    for (const target of ['/dev/full', '/dev/null']) {
      const { code } = await place.shell(`plant-store tokens rotate 1 --overlap 0s > ${target}`)
      assert.notEqual(code, 0)
      assert.deepEqual(await list(), before)
    }
    const states = await tokenStates(place)
    assert.deepEqual(states.filter((state) => state === 'active').length, 1)
  })
})

describe('a secret in the wrong place', { concurrency: 3 }, () => {
  it('is not printed back, whatever error it causes', async () => {
    await using place = await makePlace()
    const secret = await createToken(place)
    const lines = [
      ['tokens', 'revoke', secret],
      ['tokens', 'revoke', secret.slice(4)],
      ['tokens', 'rotate', secret],
      ['tokens', 'list', '--user', secret],
      ['tokens', 'create', secret, '--name', 'x'],
      ['tokens', secret],
      ['tokens', 'list', secret],
      ['users', 'remove', secret],
      ['users', 'disable', secret],
      ['groups', 'show', secret],
      ['audit', '--since', secret],
      ['users', 'list', `--token=${secret}`],
      ['users', 'list', `--tokn=${secret.slice(4)}`],
      ['users', 'list', `--${secret}`],
      ['plants', 'list', '--plant', secret],
      ['grants', 'add', '--user', 'Mei', '--plant', secret],
      ['tokens', 'create', 'Mei', '--name', 'x', '--expires', secret],
      ['import', 'plants', 'x.csv', '--format', secret],
      ['import', 'plants', secret],
      ['import', 'plants', `${secret}.csv`],
      ['restore', secret, '--yes'],
      ['users', 'list', '--database', secret],
      ['doctor', '--url', secret],
      ['doctor', '--token-file', secret],
      ['doctor', '--database', secret],
      ['serve', '--port', secret],
      [secret],
    ]
    for (const words of lines) {
      for (const form of [[], ['--json']]) {
        const { code, stdout, stderr } = await place.run(...words, ...form)
        const line = words.join(' ')
        assert.notEqual(code, 0, line)
        assert.notEqual(code, 70, `${line}: ${stderr}`)
        assert.ok(!(stdout + stderr).includes(secret.slice(12)), `${line}: ${stdout}${stderr}`)
      }
    }
  })

  it('is not printed back from a file that is imported', async () => {
    await using place = await makePlace()
    const secret = await createToken(place)
    await place.write('users.ndjson', `{"${secret}":"Mei"}\n{"name":"Lena","groups":"${secret}"}\n`)
    await place.write('grants.ndjson', `{"user":"${secret}","all":true}\n`)
    for (const kind of ['users', 'grants']) {
      const { code, stderr } = await place.run('import', kind, `${kind}.ndjson`)
      assert.equal(code, 5)
      assert.ok(!stderr.includes(secret.slice(12)), stderr)
    }
  })

  it('is refused as a name, because the name would be stored', async () => {
    await using place = await makePlace()
    const secret = await createToken(place)
    for (const line of [
      `users add ${secret}`,
      `groups add ${secret}`,
      `users rename Mei ${secret}`,
      `plants add ${secret}`,
      `plants set --plant 1 --tag ${secret}`,
      `tokens create Mei --name ${secret}`,
    ]) {
      const { code, stderr } = await place.run(...line.split(' '))
      assert.equal(code, 2, line)
      assert.match(stderr, /is a token/)
    }
  })
})

describe('a secret given by standard input or a file', { concurrency: 3 }, () => {
  it('identifies the token to revoke', async () => {
    await using place = await makePlace()
    await createToken(place)
    const secret = await createToken(place)
    const revoked = await place.runWith({ input: `${secret}\n` }, 'tokens', 'revoke', '-')
    assert.equal(revoked.code, 0, revoked.stderr)
    assert.match(revoked.stdout, /Revoked token 2 \(laptop\) of user Mei/)
    assert.deepEqual(await tokenStates(place), ['active', 'revoked'])
    const again = await place.runOn(secret, 'tokens', 'revoke', '-')
    assert.equal(again.code, 0, again.stderr)
    const wrong = { [secret.slice(0, -1)]: 2, '': 2, [`pst_${'0'.repeat(49)}`]: 2 }
    for (const [input, code] of Object.entries(wrong)) {
      const ended = await place.runOn(input, 'tokens', 'revoke', '-')
      assert.equal(ended.code, code, JSON.stringify(ended))
    }
  })

  it('is reported if it belongs to no token of this database', async () => {
    await using place = await makePlace()
    await using elsewhere = await makePlace()
    const secret = await createToken(elsewhere)
    const { code, stderr } = await place.runOn(secret, 'tokens', 'revoke', '-')
    assert.equal(code, 4)
    assert.match(stderr, /no token with this secret/)
  })

  it('is what doctor presents', async () => {
    await using place = await makePlace()
    const secret = await createToken(place)
    await place.write('token.txt', `${secret}\n`)
    const nobody = ['--url', 'http://127.0.0.1:9', '--operator-url', 'http://127.0.0.1:9'] as const
    const fromFile = await place.run('doctor', ...nobody, '--token-file', 'token.txt')
    assert.match(fromFile.stdout, /^token +ok/m)
    const fromInput = await place.runOn(secret, 'doctor', ...nobody, '--token-file', '-')
    assert.match(fromInput.stdout, /^token +ok/m)
    const missing = await place.run('doctor', ...nobody, '--token-file', 'none.txt')
    assert.match(missing.stdout, /^settings +failed .*none\.txt/m)
    const both = await place.run('doctor', ...nobody, '--token-file', 'token.txt', '--token', secret)
    assert.equal(both.code, 2)
  })
})

it('an address in a form that is not ours is not taken for a file, and not shown', async () => {
  await using place = await makePlace()
  for (const database of [
    'host=127.0.0.1 dbname=plants user=owner password=hush',
    'postgres:hush@db/plants',
    'postgress://owner:hush@db/plants',
    'jdbc:postgresql://db/plants?password=hush',
    'sqlite:hush.db',
    'owner:hush@db/plants',
    'hush:5432/plants',
    'Server=db;Pwd=hush',
  ]) {
    const { code, stderr } = await place.run('config', '--database', database)
    assert.equal(code, 3, database)
    assert.match(stderr, /^--database must be a path, or an address .* postgres:\/\/user/)
    assert.ok(!stderr.includes('hush'), database)
  }
})
