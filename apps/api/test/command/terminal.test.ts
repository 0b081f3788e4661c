/** What a person at a terminal sees. */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import { describe, it } from 'node:test'
import { CommandFailure } from '../../src/command/command-failure.ts'
import { confirm } from '../../src/command/terminal/confirm.ts'
import { type Column, printTable } from '../../src/command/terminal/print-table.ts'
import { showProgress } from '../../src/command/terminal/show-progress.ts'
import { type Ended, makePlace } from './place.ts'

function makeTerminal(): PassThrough & { isTTY: boolean } {
  return Object.assign(new PassThrough(), { isTTY: true })
}

function makeSurroundings(isTTY: boolean) {
  const [stdin, stdout, stderr] = [makeTerminal(), makeTerminal(), makeTerminal()]
  return { env: {}, stdin: Object.assign(stdin, { isTTY }), stdout, stderr: Object.assign(stderr, { isTTY }) }
}

describe('the question before something that cannot be undone', () => {
  for (const [answer, goesOn] of [
    ['yes', true],
    [' YES ', true],
    ['y', false],
    ['', false],
  ] as const) {
    it(`${goesOn ? 'goes on' : 'changes nothing'} after ${JSON.stringify(answer)}`, async () => {
      const around = makeSurroundings(true)
      around.stdin.end(`${answer}\n`)
      const asked = confirm(around, 'This is final.', false)
      if (goesOn) await asked
      else await assert.rejects(asked, new CommandFailure('interrupted', 'Nothing was changed.'))
      around.stderr.end()
      assert.match(await text(around.stderr), /This is final\.\nType yes/)
    })
  }

  it('is not asked with --yes, and is refused where nobody can answer', async () => {
    await confirm(makeSurroundings(false), 'This is final.', true)
    await assert.rejects(confirm(makeSurroundings(false), 'This is final.', false), /--yes/)
  })

  it('takes the end of input for a no', async () => {
    const around = makeSurroundings(true)
    around.stdin.end()
    await assert.rejects(
      confirm(around, 'This is final.', false),
      new CommandFailure('interrupted', 'Nothing was changed.'),
    )
  })
})

const isScriptHere = spawnSync('script', ['--version']).stdout?.toString().includes('util-linux') ?? false

describe('a real terminal', { skip: !isScriptHere && 'needs script(1) of util-linux' }, () => {
  it(
    'is asked before a restore; a no changes nothing and ends the program',
    { timeout: 30_000 },
    async () => {
      await using place = await makePlace()
      await place.run('backup', 'copy.db')
      await place.run('users', 'add', 'Lena')
      const answered = (answer: string): Promise<Ended> =>
        place.shell('exec script -qec "plant-store restore copy.db" /dev/null', {
          input: `${answer}\n`,
          endless: true,
        })
      const declined = await answered('no')
      assert.equal(declined.code, 130, declined.stdout)
      assert.match(declined.stdout, /copy\.db in the place of[^]*Nothing was changed/)
      assert.match((await place.run('users', 'list')).stdout, /Lena/)
      const confirmed = await answered('yes')
      assert.equal(confirmed.code, 0, confirmed.stdout)
      assert.doesNotMatch((await place.run('users', 'list')).stdout, /Lena/)
    },
  )
})

/** Control sequences (ECMA-48): to the first column; clear the line, or all from here; back to a saved place. */
const toStart = '\u001B[1G'
const clearLine = '\u001B[2K'
const clearRest = '\u001B[0J'
const restorePlace = '\u001B8'

describe('the progress bar', () => {
  it('is drawn on a terminal, lets lines through above it, and goes away', async () => {
    const around = makeSurroundings(true)
    const progress = showProgress(around, 'plants.csv', 100)
    progress.update(50)
    progress.line('plants.csv, line 3: The name is missing.')
    progress.stop()
    around.stderr.end()
    const drawn = await text(around.stderr)
    assert.match(drawn, /plants\.csv █+░+ 50%/)
    assert.ok(drawn.includes(`${toStart}${clearLine}plants.csv, line 3: The name is missing.\n`))
    assert.ok(drawn.endsWith(`${toStart}${clearRest}`))
    // It would put what follows over the line.
    assert.equal(drawn.includes(restorePlace), false)
  })

  it('is not drawn elsewhere, nor where the size is unknown', async () => {
    for (const [isTTY, size] of [
      [false, 100],
      [true, 0],
    ] as const) {
      const around = makeSurroundings(isTTY)
      const progress = showProgress(around, 'plants.csv', size)
      progress.update(50)
      progress.line('a line')
      progress.stop()
      around.stderr.end()
      assert.equal(await text(around.stderr), 'a line\n')
    }
  })
})

describe('a table', () => {
  const columns: readonly Column<readonly [string, string]>[] = [
    { title: 'A', cell: ([first]) => first },
    { title: 'B', cell: ([, second]) => second },
  ]

  async function print(rows: readonly (readonly [string, string])[]): Promise<string> {
    let table = ''
    for await (const piece of printTable(rows, columns)) table += piece
    return table
  }

  it('is aligned whatever the width of a character', async () => {
    const table = await print([
      ['Bamboo', '1'],
      ['竹', '2'],
      ['Bambú\u0301', '3'],
    ])
    assert.equal(table, 'A       B\nBamboo  1\n竹      2\nBambú\u0301   3\n')
  })

  it('is nothing without rows', async () => {
    assert.equal(await print([]), '')
  })

  it('has one line for each row, however many there are', async () => {
    const rows = Array.from({ length: 1234 }, (_, at): [string, string] => [`${at}`, 'x'])
    const lines = (await print(rows)).trimEnd().split('\n')
    assert.equal(lines.length, 1235)
    assert.equal(lines.at(-1), '1233  x')
  })
})
