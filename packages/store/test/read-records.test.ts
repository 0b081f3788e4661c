/** Every record of a file is read, or its line is reported with the reason. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { readRecords, type RecordFormat } from '../src/index.ts'
import { notUtf8 } from '../src/import/records/record-bytes.ts'
import { bytesOf } from './promises/world.ts'

/** A summary of what was read: `line: value`, `line! problem` or `line= columns`. */
async function summary(format: RecordFormat, ...parts: readonly (string | Uint8Array)[]): Promise<string[]> {
  const records = (await Array.fromAsync(readRecords(bytesOf(...parts), format, ['no.']))).flat()
  return records.map((record) => {
    if ('problem' in record) return `${record.line}! ${record.problem}`
    return 'columns' in record
      ? `${record.line}= ${record.columns.join(',')}`
      : `${record.line}: ${JSON.stringify(record.value)}`
  })
}

const max = 64 * 1024
const longest = `"${'x'.repeat(max - 2)}"`
const invalid = Buffer.from([0x22, 0xff, 0x22])
const tooLong = 'The record is longer than 65536 bytes'
const unread = 'the lines after it were not read.'
const notJson = 'The record is not JSON: '
const empty = 'The item is empty: there is a comma too many.'

type Case = readonly [parts: readonly (string | Uint8Array)[], summary: readonly string[]]

const cases: Readonly<Record<RecordFormat, Readonly<Record<string, readonly Case[]>>>> = {
  ndjson: {
    'has one record on each line; empty lines count, but are not records': [
      [
        ['{"name":"a"}\r\n\n  \t\r\n{"name":"b"}\n[1]\n"x"'],
        ['1: {"name":"a"}', '4: {"name":"b"}', '5: [1]', '6: "x"'],
      ],
      [[''], []],
      [['\n\n'], []],
    ],
    'is still read after a line that is malformed, too long or not UTF-8': [
      [
        ['{"name":\n1\n', longest, ' \n2\n', invalid, '\n3'],
        [
          `1! ${notJson}Unexpected end of JSON input.`,
          '2: 1',
          `3! ${tooLong}.`,
          '4: 2',
          `5! ${notUtf8}`,
          '6: 3',
        ],
      ],
      [[longest], [`1: ${longest}`]],
    ],
  },
  json: {
    'is one array, whose items are separated by brackets and quotes': [
      [
        [' [ {"name": "a,b]}", "x": [1, {"y": "\\"]"}]} ,\n2, "q\\\\" , null, [] ]\n '],
        ['1: {"name":"a,b]}","x":[1,{"y":"\\"]"}]}', '2: 2', String.raw`2: "q\\"`, '2: null', '2: []'],
      ],
      [['[]'], []],
      [[' [ \n ] '], []],
    ],
    'is still read after an item that is malformed, too long or not UTF-8': [
      [
        ['[{"a":], {"a" 1},\n', longest, ' ,\n4, ', invalid, ',\n\n6]'],
        [
          `1! ${notJson}Unexpected token ']', "{"a":]" is not valid JSON.`,
          `1! ${notJson}Expected ':' after property name.`,
          `2! ${tooLong}.`,
          '3: 4',
          `3! ${notUtf8}`,
          '5: 6',
        ],
      ],
    ],
    'reports superfluous commas': [[['[1,\n,3,\n]'], ['1: 1', `2! ${empty}`, '2: 3', `3! ${empty}`]]],
    'reports a file that is not an array, or not complete': [
      [['{"name":"a"}'], ['1! The file must be a JSON array.']],
      [[' \n'], ['1! The file is empty; it must be a JSON array.']],
      [['[1,\n"2\n'], ['1: 1', '2! The file ends before its array does.']],
      [['[1]\n[2]'], ['1: 1', '2! There is more after the array.']],
    ],
  },
  csv: {
    'names its columns in the first line; empty cells are not values, empty lines not records': [
      [
        ['name, tag ,key\r\nRose,flower,k1\n\n"Big, ""old"" Oak",,\n ,"",k2\n'],
        [
          '1= name,tag,key',
          '2: {"name":"Rose","tag":"flower","key":"k1"}',
          String.raw`4: {"name":"Big, \"old\" Oak"}`,
          '5: {"key":"k2"}',
        ],
      ],
    ],
    'has no blank around a cell in it, and no record for a row of commas': [
      [
        ['name,tag,key,\nSugar maple, Acer ,\tam-1\n,, ,\n "Fig, common", "","am-2 ",,\n"",,,\nBox,,,,x'],
        [
          '1= name,tag,key',
          '2: {"name":"Sugar maple","tag":"Acer","key":"am-1"}',
          '4: {"name":"Fig, common","key":"am-2"}',
          '6! Expected 3 cells, as the first line has; found 5.',
        ],
      ],
    ],
    'counts lines as a reader of the file sees them, even after a cell of several lines': [
      [
        ['name\n"a\r\nb\nc"\n\nd\ne,f\n'],
        [
          '1= name',
          String.raw`2: {"name":"a\r\nb\nc"}`,
          '6: {"name":"d"}',
          '7! Expected 1 cell, as the first line has; found 2.',
        ],
      ],
    ],
    'may separate cells by semicolons, and leave columns out': [
      [['name;no.;tag\r\nFig;1;"a;b"\n'], ['1= name,tag', '2: {"name":"Fig","tag":"a;b"}']],
    ],
    'separates groups with semicolons, and has true for all plants': [
      [
        ['groups,all,name\na; b,true,x\n,yes,\n,TRUE,y\n,FALSE,z\n'],
        [
          '1= groups,all,name',
          '2: {"groups":["a","b"],"all":true,"name":"x"}',
          '3: {"all":"yes"}',
          '4: {"all":true,"name":"y"}',
          '5: {"name":"z"}',
        ],
      ],
    ],
    'is still read after a line that has too many cells or is not UTF-8': [
      [
        ['name\na,b\n', invalid, '\nc\n'],
        [
          '1= name',
          '2! Expected 1 cell, as the first line has; found 2.',
          `3! ${notUtf8}`,
          '4: {"name":"c"}',
        ],
      ],
    ],
    'is read up to the first line that makes the rest meaningless': (
      [
        ['"b\nc\n', '3! A quote is never closed'],
        ['b"c\nd\n', '3! There is a quote inside of a cell that does not begin with one'],
        [
          '\n"b"c\nd\n',
          '4! There is something after a closing quote, be it a blank (inside of quotes, a quote is written twice)',
        ],
        [`${longest}${longest}\nb\n`, `3! ${tooLong}, or a quote is never closed`],
      ] as const
    ).map(([text, problem]): Case => [
      ['name\na\n', text],
      ['1= name', '2: {"name":"a"}', `${problem}; ${unread}`],
    ]),
    'reports a first line that names no columns, or one twice': [
      [[''], ['1! The file is empty; its first line must name the columns.']],
      [['\nname,name\na,b\n'], ['2! The column "name" is named twice.']],
      [[invalid], [`1! ${notUtf8}`]],
    ],
    'knows no column by accident': [
      [
        ['constructor,__proto__,toString\na,b,c\n'],
        ['1= constructor,__proto__,toString', '2: {"constructor":"a","__proto__":"b","toString":"c"}'],
      ],
    ],
  },
}

for (const format of ['ndjson', 'json', 'csv'] as const) {
  describe(format, () => {
    for (const [what, ofIt] of Object.entries(cases[format])) {
      it(what, async () => {
        for (const [parts, expected] of ofIt) assert.deepEqual(await summary(format, ...parts), expected)
      })
    }
  })
}

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
