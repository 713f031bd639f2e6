import {
  type Data,
  type FailureDetail,
  type FieldSpec,
  findRepeatedName,
  isData,
  MAX_NAMES,
  parseJson,
  type Value,
} from '@sluice/contract'
import { isLargeText, readJsonInTurns } from '../../in-turns.ts'
import { inferFields } from '../http/infer-fields.ts'
import { badFile, badRow } from './failure.ts'
import type { SourceOptions } from './file-params.ts'
import type { FoundFile } from './found-file.ts'
import { type Line, LineCutter } from './line-cutter.ts'
import { MAX_ROW_LENGTH, type ReadRow, ROW_NUMBER, type RowReader, SAMPLE_ROWS } from './rows.ts'
import { decodeFile } from './text/decode.ts'
import { detectEncoding } from './text/recognise-encoding.ts'

/** Deeper values would exhaust the stack of whoever walks them. */
const MAX_DEPTH = 200

/** One JSON object per line, every numeral kept. */
export class JsonLinesReader implements RowReader {
  readonly #file: FoundFile
  readonly #options: SourceOptions

  constructor(file: FoundFile, options: SourceOptions) {
    this.#file = file
    this.#options = options
  }

  async describe(): Promise<FieldSpec[]> {
    const sample: Data[] = []
    for await (const rows of this.read()) {
      for (const { record } of rows) if (record.data) sample.push(record.data)
      if (sample.length >= SAMPLE_ROWS) break
    }
    return inferFields(sample.slice(0, SAMPLE_ROWS))
  }

  async *read(): AsyncGenerator<ReadRow[], void, undefined> {
    const { path, name } = this.#file
    const encoding = await detectEncoding(path, name, this.#options.encoding)
    const cutter = new LineCutter(MAX_ROW_LENGTH)
    let isFirst = true
    for await (const text of decodeFile(path, name, encoding)) {
      if (isFirst && text.trimStart().startsWith('[')) throw isArray(name)
      isFirst = false
      yield* this.#toRows(cutter.push(text))
    }
    yield* this.#toRows(cutter.end())
  }

  /** A line that takes longer is read in turns; where one does, the rows before it go out first. */
  async *#toRows(lines: readonly Line[]): AsyncGenerator<ReadRow[], void, undefined> {
    let rows: ReadRow[] = []
    for (const { number, text } of lines) {
      if (text === null)
        rows.push(refuse(0, badRow('long', `Line ${number} is longer than 64 MiB, which is not read.`)))
      else if (isLargeText(text)) {
        if (rows.length > 0) yield rows
        rows = [{ record: this.#judge(number, text, await readInTurns(text)), length: text.length }]
      } else if (!BLANK.test(text))
        rows.push({ record: this.#judge(number, text, readAtOnce(text)), length: text.length })
    }
    yield rows
  }

  #judge(line: number, text: string, read: ReadText): ReadRow['record'] {
    if (read === 'deep') return fail(badRow('json', `Line ${line} is nested deeper than ${MAX_DEPTH} levels.`))
    if (read === 'wide')
      return fail(
        badRow('json', `Line ${line} has an object of more than ${MAX_NAMES} names, which is not read.`, {
          advice: 'Write what has many names as a list of objects.',
        }),
      )
    if (read instanceof Error) {
      const reason = read instanceof SyntaxError ? 'is not JSON' : 'cannot be read'
      return fail(badRow('json', `Line ${line} ${reason}.`, { value: text.slice(0, 200), advice: ADVICE }))
    }
    const { value, twice } = read
    if (!isData(value))
      return fail(badRow('json', `Line ${line} is not an object.`, { value: text.slice(0, 200), advice: ADVICE }))
    if (twice !== null) return fail(refuseTwice(line, twice))
    if (!this.#options.with_row_number) return { data: value }
    if (ROW_NUMBER in value)
      return fail(badRow('json', `Line ${line} has a field ${ROW_NUMBER} of its own; switch the row number off.`))
    return { data: { [ROW_NUMBER]: line, ...value } }
  }
}

const ADVICE = 'Each line holds one whole JSON object.'
/** What JSON calls blank, and nothing else. */
const BLANK = /^[ \t\r]*$/

const refuseTwice = (line: number, name: string): FailureDetail =>
  badRow(
    'json',
    `Line ${line} has the name ${JSON.stringify(name)} twice in one object, and one of the values would be lost.`,
    { value: name, advice: 'Give each value a name of its own where the file is made.' },
  )
const fail = (failure: FailureDetail): ReadRow['record'] => ({ data: null, failure })
const refuse = (length: number, failure: FailureDetail): ReadRow => ({ record: fail(failure), length })

const isArray = (name: string) =>
  badFile(
    `${name} holds one JSON array; JSON Lines holds one object per line.`,
    'Convert it, with jq for example: jq -c ".[]" in.json > out.jsonl',
  )

/** What a line holds, and the path of a name that stands twice; or why it cannot be read. */
type ReadText = { readonly value: Value; readonly twice: string | null } | 'deep' | 'wide' | Error

function readAtOnce(text: string): ReadText {
  if (isTooDeep(text)) return 'deep'
  try {
    const value = parseJson(text)
    return { value, twice: findRepeatedName(text, value) }
  } catch (error) {
    return toError(error)
  }
}

async function readInTurns(text: string): Promise<ReadText> {
  try {
    const reading = await readJsonInTurns(text, MAX_DEPTH)
    const twice = reading.repeated[0]?.join('.') ?? null
    if (reading.excess === 'repeated') return { value: {}, twice }
    return reading.excess ?? { value: reading.value, twice }
  } catch (error) {
    return toError(error)
  }
}

const toError = (error: unknown): Error =>
  error instanceof Error ? error : new Error('reading JSON', { cause: error })

/** Counts brackets outside of texts; cheaper than to parse and walk. */
function isTooDeep(text: string): boolean {
  // As many closing brackets are needed, or it is no JSON anyway.
  if (text.length < 2 * MAX_DEPTH) return false
  let depth = 0
  let isText = false
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code === 34) isText = !isText
    else if (code === 92 && isText) at += 1
    else if (isText) continue
    else if (code === 91 || code === 123) depth += 1
    else if (code === 93 || code === 125) depth -= 1
    if (depth > MAX_DEPTH) return true
  }
  return false
}
