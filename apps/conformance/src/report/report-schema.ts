/** The form of the JSON report. */
import { type Static, Type } from '@sinclair/typebox'
import { contractPath } from '../contract/document.ts'

const closed = { additionalProperties: false }
const count = (description: string) => Type.Integer({ description, minimum: 0 })
const line = Type.Integer({ description: `The line of ${contractPath}, counted from 1`, minimum: 1 })
const fields = Type.Array(Type.Tuple([Type.String(), Type.String()]), {
  description: 'Header lines as received or sent, each a name and a value',
})
const interim = Type.Optional(
  Type.Array(Type.Integer(), { description: 'Interim statuses that came before the answer, such as 100' }),
)
const milliseconds = count('In milliseconds')
const oneOf = <Word extends string>(words: readonly Word[], options = {}) =>
  Type.Union(
    words.map((word) => Type.Literal(word)),
    options,
  )

const ReportedExchange = Type.Object(
  {
    id: Type.Integer({ description: 'Its number within this run' }),
    request: Type.Object(
      {
        method: Type.String(),
        target: Type.String(),
        fields,
        body: Type.Optional(Type.String()),
        bytes: Type.Optional(
          Type.String({ description: 'All bytes as Latin-1, where the request is not well-formed HTTP' }),
        ),
      },
      closed,
    ),
    answer: Type.Union([
      Type.Object(
        {
          version: Type.String(),
          status: Type.Integer(),
          reason: Type.String(),
          fields,
          body: Type.Object(
            { text: Type.String(), encoding: oneOf(['utf-8', 'base64']) },
            { ...closed, description: 'Without its transfer coding; only the beginning of a long body' },
          ),
          bodyLength: count('Bytes of the whole body'),
          faults: Type.Array(Type.String(), {
            description: 'Every way in which its framing breaks RFC 9112',
          }),
          interim,
        },
        closed,
      ),
      Type.Object(
        {
          noResponse: oneOf(['timeout', 'closed', 'reset', 'unreachable']),
          partial: Type.Optional(Type.String({ description: 'The part of the answer that arrived' })),
          interim,
        },
        closed,
      ),
    ]),
    startedAt: Type.String({ description: 'ISO 8601' }),
    durationMs: Type.Number({ minimum: 0 }),
  },
  closed,
)

const ReportedFinding = Type.Object(
  {
    rule: Type.String(),
    checker: Type.String(),
    line,
    came: Type.String({ description: 'What came back' }),
    due: Type.String({ description: 'What was due' }),
    curl: Type.String({
      description: 'A shell line that repeats it; tokens appear in it as $TOKEN, $TOKEN_2, …',
    }),
    exchange: Type.Optional(ReportedExchange),
  },
  closed,
)

const ReportedRule = Type.Object(
  {
    id: Type.String(),
    sentence: Type.String(),
    origin: oneOf(['given', 'completed']),
    part: Type.String({ description: 'The part of the contract that it is in' }),
    line,
    state: oneOf(['kept', 'broken', 'not seen'], {
      description: 'A rule that forbids is kept when what it forbids was tried and refused',
    }),
    kept: count('How often the service was seen to keep it'),
    refused: Type.Union([count('How often what it forbids was tried and refused'), Type.Null()], {
      description: "null if a request can't break it",
    }),
    broken: count('How often the service broke it'),
    inconclusive: Type.Array(Type.String(), { description: 'Why it was not checked, or not fully' }),
  },
  closed,
)

/** What `report.json` holds; `report.schema.json` has the same as JSON Schema. */
export const Report = Type.Object(
  {
    outcome: oneOf(['conforms', 'breaks', 'inconclusive']),
    summary: Type.String({ description: 'The verdict in one sentence' }),
    contractVersion: Type.String(),
    subject: Type.Object(
      {
        url: Type.String(),
        only: oneOf(['given', 'all']),
        seed: Type.Integer(),
        budget: oneOf(['quick', 'standard', 'deep']),
        timeMs: count('How long the check could take, in milliseconds'),
        atLeast: count('How much of what the run could show had to be seen for a verdict, in percent'),
        callers: count('How many accepted tokens were known'),
        refusedTokens: count('How many tokens that must be refused were known'),
      },
      closed,
    ),
    startedAt: Type.String({ description: 'ISO 8601' }),
    durationMs: milliseconds,
    checkers: Type.Array(
      Type.Object(
        {
          name: Type.String(),
          durationMs: milliseconds,
          exchanges: count('Requests it made'),
          notReached: Type.Array(Type.String(), { description: 'What it did not try, and why' }),
          failure: Type.Optional(Type.String({ description: 'Why it could not check' })),
          line: Type.Optional(
            Type.String({ description: 'By which users of the tool itself get the same requests' }),
          ),
        },
        closed,
      ),
    ),
    parts: Type.Array(
      Type.Object(
        {
          title: Type.String(),
          kept: count('Rules kept'),
          broken: count('Rules broken'),
          notSeen: count('Rules not seen'),
        },
        closed,
      ),
      { description: 'The parts of the contract, in the order of the document' },
    ),
    rules: Type.Array(ReportedRule),
    failures: Type.Array(
      Type.Object(
        { headline: Type.String(), rules: Type.Array(Type.String()), findings: Type.Array(ReportedFinding) },
        closed,
      ),
      { description: 'Findings with one root cause are one failure' },
    ),
    unseen: Type.Array(Type.String(), { description: 'What the run did not see' }),
  },
  { ...closed, title: 'Conformance report' },
)
export type Report = Unchanging<Static<typeof Report>>

/** A report is written and read, never changed. */
type Unchanging<Value> = { readonly [Key in keyof Value]: Unchanging<Value[Key]> }
