/** Files as other programs save them are read, or are said to be what they are. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type ReadOptions, readRecords } from '../src/index.ts'
import { bytesOf } from './promises/world.ts'

/** The same two plants, as programs save them; what is reported of the file; and the options that it needs. */
const savedAs: readonly [string, string | Uint8Array, readonly string[], ReadOptions?][] = [
  ['CSV', 'name,tag\nRosé,a;b\nFig,\n', []],
  ['semicolons', 'name;tag\r\nRosé;"a;b"\r\nFig;\r\n', ['semicolons separate the cells']],
  ['sep=;', 'sep=;\r\nname;tag\r\nRosé;"a;b"\r\nFig;\r\n', ['semicolons separate the cells']],
  ['sep=@', '"sep=@"\nname@tag\nRosé@a;b\nFig@\n', ['"@" separates the cells']],
  ['tabs', 'name\ttag\nRosé\ta;b\n"Fig"\t\n', ['tabs separate the cells']],
  ['bars', 'name|tag\nRosé|a;b\nFig|\n', ['bars separate the cells']],
  ['a delimiter that is named', 'name#tag\nRosé#a;b\nFig#\n', [], { delimiter: '#' }],
  ['CR', 'name,tag\rRosé,a;b\rFig,\r', ['lines end in CR']],
  ['Name', 'Name,TAG\nRosé,a;b\nFig,\n', ['the column Name is name', 'the column TAG is tag']],
  ['empty columns', 'name,tag,,\nRosé,a;b,,\nFig,,,\n,,,\n', []],
  ['another column', 'no.,name,tag\n1,Rosé,a;b\n2,Fig,\n3,,\n', [], { ignoreColumns: ['no.'] }],
  [
    "Excel's Unicode text",
    Buffer.from('\uFEFFname\ttag\r\nRosé\ta;b\r\nFig\t\r\n', 'utf16le'),
    ['its encoding is utf-16le', 'tabs separate the cells'],
  ],
  [
    'UTF-16 without a mark',
    Buffer.from('name,tag\nRosé,a;b\nFig,\n', 'utf16le'),
    ['its encoding is utf-16le'],
  ],
  [
    'UTF-16, the higher byte first',
    Buffer.from('\uFEFFname,tag\nRosé,a;b\nFig,\n', 'utf16le').swap16(),
    ['its encoding is utf-16be'],
  ],
  ['Latin-1', Buffer.from('name,tag\nRosé,a;b\nFig,\n', 'latin1'), [], { encoding: 'latin1' }],
]

describe('a CSV file that another program saved', () => {
  for (const [what, content, expected, options] of savedAs) {
    it(`is read, however its bytes are cut, and what was found is reported: ${what}`, async () => {
      const bytes = Buffer.from(content)
      const pieces = [[bytes], [...bytes].map((byte) => Buffer.from([byte]))]
      for (const chunks of pieces) {
        const found: string[] = []
        const reading = readRecords(bytesOf(...chunks), 'csv', {
          ...options,
          onFound: (each) => found.push(each),
        })
        const records = (await Array.fromAsync(reading)).flat()
        assert.deepEqual(
          records
            .flatMap((record) => ('line' in record && 'value' in record ? [record.value] : []))
            .slice(0, 2),
          [{ name: 'Rosé', tag: 'a;b' }, { name: 'Fig' }],
        )
        assert.deepEqual(
          records.filter((record) => 'problem' in record),
          [],
        )
        assert.deepEqual(found, expected)
      }
    })
  }

  it('is told once how to be saved, and which lines are not UTF-8', async () => {
    const bytes = Buffer.from('name\nRosé\nFig\nJosé\nRené\n', 'latin1')
    const records = (await Array.fromAsync(readRecords(bytesOf(bytes), 'csv'))).flat()
    assert.deepEqual(
      records.flatMap((record) => ('problem' in record ? [`${record.line} ${record.problem}`] : [])),
      [
        '2 The record is not valid UTF-8: save the file as UTF-8, or name its encoding, such as --encoding windows-1252.',
        '4 The record is not valid UTF-8.',
        '5 The record is not valid UTF-8.',
      ],
    )
  })

  it('is told from what is no text, in one sentence; so are the other formats', async () => {
    const cases: readonly [string | Uint8Array, RegExp, ReadOptions?][] = [
      ['PK\u0003\u0004\u0014\0', /^The file is a spreadsheet \(\.xlsx or .*save it as "CSV UTF-8"/],
      [Buffer.from('d0cf11e0a1b11ae1', 'hex'), /^The file is a spreadsheet .*"CSV UTF-8"/],
      [Buffer.from('1f8b08', 'hex'), /^The file is compressed; .*gunzip/],
      ['SQLite format 3\0\x10', /^The file is an SQLite database; /],
      [Buffer.from([0xff, 0xfe, 0x41]), /^The encoding of the file is not utf-16le; save it as UTF-8\.$/],
      [
        Buffer.from([0x61, 0xff, 0x0a]),
        /^The encoding of the file is not shift_jis; /,
        { encoding: 'shift_jis' },
      ],
    ]
    for (const [content, sentence, options] of cases) {
      for (const format of ['csv', 'json', 'ndjson'] as const) {
        const [record, ...more] = (
          await Array.fromAsync(readRecords(bytesOf(content), format, options))
        ).flat()
        assert.ok(record !== undefined && 'problem' in record)
        assert.match(record.problem, sentence)
        assert.deepEqual([record.line, more], [1, []])
      }
    }
  })
})

it('NDJSON and JSON are read in other encodings and with other ends of lines, too', async () => {
  const lines = '\uFEFF{"name":"Rosé"}\r{"name":"Fig"}\r'
  const expected = [
    { line: 1, value: { name: 'Rosé' } },
    { line: 2, value: { name: 'Fig' } },
  ]
  const ndjson = await Array.fromAsync(readRecords(bytesOf(Buffer.from(lines, 'utf16le')), 'ndjson'))
  assert.deepEqual(ndjson.flat(), expected)
  const array = Buffer.from('[{"name":"Rosé"},\r\n{"name":"Fig"}]', 'latin1')
  const json = await Array.fromAsync(readRecords(bytesOf(array), 'json', { encoding: 'windows-1252' }))
  assert.deepEqual(json.flat(), expected)
})
