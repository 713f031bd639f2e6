import {
  type Data,
  type FailureDetail,
  type FieldSpec,
  findRepeatedName,
  isData,
  parseJson,
  type Value,
} from '@sluice/contract'
import { inferFields } from '../http/infer-fields.ts'
import { badFile, badRow } from './failure.ts'
import type { SourceOptions } from './file-params.ts'
import type { FoundFile } from './found-file.ts'
import { LineCutter } from './line-cutter.ts'
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
      yield cutter.push(text).flatMap(line => this.#toRow(line.number, line.text))
    }
    yield cutter.end().flatMap(line => this.#toRow(line.number, line.text))
  }

  #toRow(line: number, text: string | null): ReadRow[] {
    if (text === null) return [refuse(0, badRow('long', `Line ${line} is longer than 64 MiB, which is not read.`))]
    if (BLANK.test(text)) return []
    return [{ record: this.#parse(line, text), length: text.length }]
  }

  #parse(line: number, text: string): ReadRow['record'] {
    if (isTooDeep(text)) return fail(badRow('json', `Line ${line} is nested deeper than ${MAX_DEPTH} levels.`))
    let value: Value
    try {
      value = parseJson(text)
    } catch (error) {
      const reason = error instanceof SyntaxError ? 'is not JSON' : 'cannot be read'
      return fail(badRow('json', `Line ${line} ${reason}.`, { value: text.slice(0, 200), advice: ADVICE }))
    }
    if (!isData(value))
      return fail(badRow('json', `Line ${line} is not an object.`, { value: text.slice(0, 200), advice: ADVICE }))
    const twice = findRepeatedName(text, value)
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
