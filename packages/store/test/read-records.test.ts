/** Every record of a file is read, or its line is reported with the reason. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { readRecords, type RecordFormat } from '../src/index.ts'
import { notUtf8 } from '../src/import/records/record-bytes.ts'
import { bytesOf } from './promises/world.ts'

/** A summary of what was read: `line: value`, `line! problem` or `line= columns`. */
async function summary(format: RecordFormat, text: string | Uint8Array): Promise<string[]> {
  const records = (await Array.fromAsync(readRecords(bytesOf(text), format))).flat()
  return records.map((record) => {
    if ('problem' in record) return `${record.line}! ${record.problem}`
    return 'columns' in record
      ? `${record.line}= ${record.columns.join(',')}`
      : `${record.line}: ${JSON.stringify(record.value)}`
  })
}

const max = 64 * 1024
const invalid = Buffer.from([0x22, 0xff, 0x22])

describe('NDJSON', () => {
  it('has one record on each line; empty lines count, but are not records', async () => {
    const text = '{"name":"a"}\r\n\n  \t\r\n{"name":"b"}\n[1]\n"x"'
    assert.deepEqual(await summary('ndjson', text), [
      '1: {"name":"a"}',
      '4: {"name":"b"}',
      '5: [1]',
      '6: "x"',
    ])
    assert.deepEqual(await summary('ndjson', ''), [])
    assert.deepEqual(await summary('ndjson', '\n\n'), [])
  })

  it('is still read after a line that is malformed, too long or not UTF-8', async () => {
    const text = Buffer.concat([
      Buffer.from(`{"name":\n1\n"${'x'.repeat(max)}"\n2\n`),
      invalid,
      Buffer.from('\n3'),
    ])
    assert.deepEqual(await summary('ndjson', text), [
      '1! The record is not JSON: Unexpected end of JSON input.',
      '2: 1',
      '3! The record is longer than 65536 bytes.',
      '4: 2',
      `5! ${notUtf8}`,
      '6: 3',
    ])
  })

  it('allows a record of exactly the maximum length', async () => {
    const longest = `"${'x'.repeat(max - 2)}"`
    assert.deepEqual(await summary('ndjson', `${longest}\n${longest} `), [
      `1: ${longest}`,
      '2! The record is longer than 65536 bytes.',
    ])
  })
})

describe('JSON', () => {
  it('is one array, whose items are separated by brackets and quotes', async () => {
    const text = ' [ {"name": "a,b]}", "x": [1, {"y": "\\"]"}]} ,\n2, "q\\\\" , null, [] ]\n '
    assert.deepEqual(await summary('json', text), [
      '1: {"name":"a,b]}","x":[1,{"y":"\\"]"}]}',
      '2: 2',
      String.raw`2: "q\\"`,
      '2: null',
      '2: []',
    ])
    assert.deepEqual(await summary('json', '[]'), [])
    assert.deepEqual(await summary('json', ' [ \n ] '), [])
  })

  it('is still read after an item that is malformed, too long or not UTF-8', async () => {
    const text = Buffer.concat([
      Buffer.from(`[{"a":], {"a" 1},\n"${'x'.repeat(max)}",\n4, `),
      invalid,
      Buffer.from(',\n\n6]'),
    ])
    const records = await summary('json', text)
    assert.deepEqual(
      records.map((line) => line.replace(/JSON: .*/, 'JSON')),
      [
        '1! The record is not JSON',
        '1! The record is not JSON',
        '2! The record is longer than 65536 bytes.',
        '3: 4',
        `3! ${notUtf8}`,
        '5: 6',
      ],
    )
  })

  it('reports superfluous commas', async () => {
    assert.deepEqual(await summary('json', '[1,\n,3,\n]'), [
      '1: 1',
      '2! The item is empty: there is a comma too many.',
      '2: 3',
      '3! The item is empty: there is a comma too many.',
    ])
  })

  it('reports a file that is not an array, or not complete', async () => {
    assert.deepEqual(await summary('json', '{"name":"a"}'), ['1! The file must be a JSON array.'])
    assert.deepEqual(await summary('json', ' \n'), ['1! The file is empty; it must be a JSON array.'])
    assert.deepEqual(await summary('json', '[1,\n"2\n'), ['1: 1', '2! The file ends before its array does.'])
    assert.deepEqual(await summary('json', '[1]\n[2]'), ['1: 1', '2! There is more after the array.'])
  })
})

describe('a member that occurs twice', () => {
  const repeated = [
    ['{"name":"a","name":"b"}', 'name'],
    ['{"name":"a", "\\u006eame" : "b"}', 'name'],
    ['{"":1,"a":{"":2},"":3}', ''],
    ['{"__proto__":1,"__proto__":1}', '__proto__'],
    [String.raw`{"a\"b":1,"a\"b":1}`, 'a"b'],
  ] as const
  const unique = ['{"name":"name","tag":"name"}', '{"a":{"a":1},"b":[{"a":1},{"a":2}]}', '["a","a"]', '"a:a"']

  for (const format of ['ndjson', 'json'] as const) {
    const summarise = async (record: string): Promise<string> =>
      (await summary(format, format === 'json' ? `[${record}]` : record)).join('; ')

    it(`is a problem, although JSON.parse takes the last: ${format}`, async () => {
      for (const [record, name] of repeated) {
        const problem = `1! The member ${JSON.stringify(name)} occurs twice.`
        assert.equal(await summarise(record), problem)
      }
      for (const record of unique) {
        assert.equal(await summarise(record), `1: ${JSON.stringify(JSON.parse(record))}`)
      }
    })
  }
})

describe('CSV', () => {
  it('names its columns in the first line; empty cells are not values, empty lines not records', async () => {
    const text = 'name, tag ,key\r\nRose,flower,k1\n\n"Big, ""old"" Oak",,\n ,"",k2\n'
    assert.deepEqual(await summary('csv', text), [
      '1= name,tag,key',
      '2: {"name":"Rose","tag":"flower","key":"k1"}',
      String.raw`4: {"name":"Big, \"old\" Oak"}`,
      '5: {"key":"k2"}',
    ])
  })

  it('counts lines as a reader of the file sees them, even after a cell of several lines', async () => {
    assert.deepEqual(await summary('csv', 'name\n"a\r\nb\nc"\n\nd\ne,f\n'), [
      '1= name',
      String.raw`2: {"name":"a\r\nb\nc"}`,
      '6: {"name":"d"}',
      '7! Expected 1 cell, as the first line has; found 2.',
    ])
  })

  it('separates groups with semicolons, and has true for all plants', async () => {
    assert.deepEqual(await summary('csv', 'groups,all,name\na; b,true,x\n,yes,\n,TRUE,y\n,FALSE,z\n'), [
      '1= groups,all,name',
      '2: {"groups":["a","b"],"all":true,"name":"x"}',
      '3: {"all":"yes"}',
      '4: {"all":true,"name":"y"}',
      '5: {"name":"z"}',
    ])
  })

  it('is still read after a line that has too many cells or is not UTF-8', async () => {
    const text = Buffer.concat([Buffer.from('name\na,b\n'), invalid, Buffer.from('\nc\n')])
    assert.deepEqual(await summary('csv', text), [
      '1= name',
      '2! Expected 1 cell, as the first line has; found 2.',
      `3! ${notUtf8}`,
      '4: {"name":"c"}',
    ])
  })

  it('is read up to the first line that makes the rest meaningless', async () => {
    const rest = 'the lines after it were not read.'
    assert.deepEqual(await summary('csv', 'name\na\n"b\nc\n'), [
      '1= name',
      '2: {"name":"a"}',
      `3! A quote is never closed; ${rest}`,
    ])
    assert.deepEqual(await summary('csv', 'name\na\nb"c\nd\n'), [
      '1= name',
      '2: {"name":"a"}',
      `3! There is a quote inside of a cell that does not begin with one; ${rest}`,
    ])
    assert.deepEqual(await summary('csv', 'name\na\n\n"b"c\nd\n'), [
      '1= name',
      '2: {"name":"a"}',
      `4! There is something after a closing quote, be it a blank (inside of quotes, a quote is written twice); ${rest}`,
    ])
    assert.deepEqual(await summary('csv', `name\na\n${'x'.repeat(2 * max)}\nb\n`), [
      '1= name',
      '2: {"name":"a"}',
      `3! The record is longer than 65536 bytes, or a quote is never closed; ${rest}`,
    ])
  })

  it('reports a first line that names no columns, or one twice', async () => {
    assert.deepEqual(await summary('csv', ''), [
      '1! The file is empty; its first line must name the columns.',
    ])
    assert.deepEqual(await summary('csv', '\nname,name\na,b\n'), ['2! The column "name" is named twice.'])
    assert.deepEqual(await summary('csv', invalid), [`1! ${notUtf8}`])
  })

  it('knows no column by accident', async () => {
    const [, record] = (
      await Array.fromAsync(readRecords(bytesOf('constructor,__proto__,toString\na,b,c\n'), 'csv'))
    ).flat()
    assert.ok(record !== undefined && 'value' in record)
    assert.deepEqual(Object.entries(record.value ?? {}), [
      ['constructor', 'a'],
      ['__proto__', 'b'],
      ['toString', 'c'],
    ])
  })
})
