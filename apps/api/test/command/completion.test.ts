/** What Tab offers: the words that can come next, also in real shells. */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { access } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { completeWords } from '../../src/command/completion/complete-words.ts'
import { makeProgram } from '../../src/command/program.ts'
import { makePlace } from './place.ts'

const program = makeProgram({ ...process, json: false })
const isThere = (shell: string): boolean => spawnSync(shell, ['--version']).status === 0

/** The words offered for a line such as `tokens cr`: its last word is the one to complete. */
function offered(line: string): readonly string[] | 'files' {
  const completion = completeWords(program, line.split(' '))
  return completion === 'files' ? completion : completion.map(({ word }) => word)
}

function assertOffers(line: string, ...expected: readonly string[]): void {
  const words = offered(line)
  for (const word of expected) assert.ok(words.includes(word), `${line}| offers ${String(words)}`)
}

describe('the words offered', () => {
  it('are commands and subcommands, and none where something new is to be named', () => {
    assertOffers('', 'serve', 'users', 'import', 'completion', 'help')
    assert.equal(offered('').includes('complete'), false)
    assert.deepEqual(offered('us'), ['users'])
    assertOffers('tokens ', 'create', 'list', 'rotate', 'revoke')
    assert.deepEqual(offered('tokens cr'), ['create'])
    assert.deepEqual(offered('users add '), [])
    assert.deepEqual(offered('nonsense '), offered(''))
  })

  it('are options, including those of all commands, each as often as it may be given', () => {
    assertOffers('tokens create Mei --', '--name', '--expires', '--json', '--database', '--help')
    assert.deepEqual(offered('tokens create Mei --na'), ['--name'])
    assert.deepEqual(offered('tokens create Mei --name x --na'), [])
    assert.deepEqual(offered('plants list --tag Acer --ta'), ['--tag'])
    assert.deepEqual(offered('users add -- --na'), [])
    assert.deepEqual(offered('--json us'), ['users'])
  })

  it('are the choices of an option or an argument', () => {
    assert.deepEqual(offered('import plants x --format '), ['json', 'ndjson', 'csv'])
    assert.deepEqual(offered('import plants x --format=nd'), ['--format=ndjson'])
    // As bash splits `--format=nd`.
    assert.deepEqual(offered('import plants x --format = nd'), ['ndjson'])
    assert.deepEqual(offered('import plants x --format ='), ['json', 'ndjson', 'csv'])
    assert.deepEqual(offered('serve --log-format p'), ['pretty'])
    assert.deepEqual(offered('completion '), ['bash', 'zsh', 'fish'])
    assert.deepEqual(offered('serve --port '), [])
  })

  it('are files where a file is expected', () => {
    assert.equal(offered('import plants '), 'files')
    assert.equal(offered('restore '), 'files')
    assert.equal(offered('users list --database '), 'files')
    assert.equal(offered('doctor --token-file=to'), 'files')
  })
})

describe('bash', { skip: !isThere('bash') && 'needs bash' }, () => {
  const ask = (...words: readonly string[]): string => `
    COMP_WORDS=(${words.map((word) => `'${word}'`).join(' ')}); COMP_CWORD=${words.length - 1}
    _plant_store plant-store; printf '%s\\n' "\${COMPREPLY[@]}"`

  it('completes with what the command prints, and runs nothing that was typed', async () => {
    await using place = await makePlace({ world: false })
    await place.write(
      'ask.bash',
      [
        'source <(plant-store completion bash)',
        'complete -p plant-store',
        ask('plant-store', 'us'),
        ask('plant-store', 'serve', '--log-format', '=', 'p'),
        ask('plant-store', 'users', 'add', '$(touch evil)', '`touch evil`', '--da'),
        ask('plant-store', 'restore', ''),
      ].join('\n'),
    )
    const { stdout, stderr } = await place.shell('exec bash ask.bash')
    assert.equal(stderr, '')
    assert.deepEqual(stdout.split('\n'), [
      'complete -o default -F _plant_store plant-store',
      'users',
      'pretty',
      '--database',
      '',
      '',
    ])
    await assert.rejects(access(join(place.path, 'evil')))
  })
})

describe('zsh', { skip: !isThere('zsh') && 'needs zsh' }, () => {
  it('completes with what the command prints for it', async () => {
    await using place = await makePlace({ world: false })
    // A shell within a shell, because completion works only in an interactive one.
    await place.write(
      'ask.zsh',
      `zmodload zsh/zpty
       zpty shell zsh -f -i
       zpty -w shell "PS1= RPS1=; autoload -U compinit; compinit -u -d $PWD/dump; source <(plant-store completion zsh)"
       zpty -w shell 'echo rea''dy'
       zpty -r shell seen '*ready*'
       zpty -n -w shell $'plant-store completion f\\t'
       zpty -r shell seen '*fish*' && print completed`,
    )
    const { stdout } = await place.shell('exec timeout 120 zsh -f ask.zsh')
    assert.match(stdout, /completed/)
  })
})

describe('fish', { skip: !isThere('fish') && 'needs fish' }, () => {
  it('completes with what the command prints for it', async () => {
    await using place = await makePlace({ world: false })
    await place.write('plants.csv', '')
    const { stdout } = await place.shell(`exec fish --no-config -c '
      plant-store completion fish | source
      complete -C "plant-store tokens cr"
      complete -C "plant-store serve --log-format=p"
      complete -C "plant-store import plants pl"'`)
    assert.match(stdout, /^create\tmake a token.*\n--log-format=pretty.*\nplants\.csv/)
  })
})
