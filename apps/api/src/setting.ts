/** What a setting is, and how its text is read. */
import { InvalidArgumentError } from 'commander'

/** One setting, as the user sees it. */
interface Setting<Value> {
  /** What the value is, as `--help` shows it: `--port <number>`. */
  readonly placeholder: string
  readonly description: string
  readonly default: Value
  /** Turns text into the value, or throws an `InvalidArgumentError` that completes "must be …". */
  readonly parse: Parse<Value>
}

/** `choices` lists every allowed value, if there are only a few. */
interface Parse<Value> {
  (text: string): Value
  readonly choices?: readonly string[]
}

/** Settings by their names, such as `logLevel`. */
export type SettingTable = Readonly<Record<string, Setting<unknown>>>

/** A setting from its placeholder, its description, its default and its parser. */
export function define<Value>(
  placeholder: string,
  description: string,
  fallback: Value,
  parse: Parse<Value>,
): Setting<Value> {
  return { placeholder, description, default: fallback, parse }
}

/** Accepts text that matches a pattern; `expected` says what the text should be. */
export function matching(pattern: RegExp, expected: string): (text: string) => string {
  return (text) => {
    if (pattern.test(text)) return text
    throw new InvalidArgumentError(expected)
  }
}

/** Accepts a whole number from `minimum` to `maximum`. */
export function wholeNumber(minimum: number, maximum: number): (text: string) => number {
  return (text) => {
    const value = Number(text)
    if (/^(?:0|[1-9]\d*)$/.test(text) && value >= minimum && value <= maximum) return value
    throw new InvalidArgumentError(`a whole number from ${minimum} to ${maximum}`)
  }
}

/** Accepts one of a few words. */
export function oneOf<Choice extends string>(...choices: readonly Choice[]): Parse<Choice> {
  const parse = (text: string): Choice => {
    const choice = choices.find((each) => each === text)
    if (choice !== undefined) return choice
    throw new InvalidArgumentError(`one of ${choices.join(', ')}`)
  }
  return Object.assign(parse, { choices })
}

/** The parts between commas, without blanks around them. */
export const split = (text: string): string[] =>
  text === '' ? [] : text.split(',').map((part) => part.trim())
