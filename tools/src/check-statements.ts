import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { RecordedColumn, RecordedStatement } from '@sluice/db/testing'
import { type AssertedColumn, type AssertedRow, type Form, findSendings, type Sending } from './row-types.ts'

/** The sources that send statements in production. */
const isWanted = (path: string): boolean =>
  /^(db|work|engine|api|main)\/src\//.test(path) && !/\.test\.ts$|\/testing(\.ts|\/)/.test(path)

// biome-ignore format: a table
const FORMS = new Map<number, Form>([
  [16, 'boolean'], [17, 'bytes'], [21, 'number'], [23, 'number'], [26, 'number'], [700, 'number'], [701, 'number'], [114, 'json'], [3802, 'json'],
])
const ARRAYS = [1000, 1005, 1007, 1009, 1014, 1015, 1016, 1021, 1022, 1182, 1115, 1185, 1231, 2951, 3807, 199]

/** Files of a module that may hold SQL. */
const STORES = /(store|rows|tables|places)\.ts$/

export interface Findings {
  /** A row type that is not what the server answers. */
  readonly wrong: readonly string[]
  /** Places whose statement no test has sent. */
  readonly unsent: readonly string[]
  /** SQL of a module outside of its store. */
  readonly misplaced: readonly string[]
}

/** What the tests wrote into `folder` against what the sources assert. */
export function checkStatements(root: string, folder: string): Findings {
  return compareStatements(findSendings(root, isWanted), readRecorded(folder))
}

const at = ({ path, line }: { readonly path: string; readonly line: number }): string => `${path}:${line}`

function readRecorded(folder: string): RecordedStatement[] {
  return readdirSync(folder)
    .filter(name => name.endsWith('.jsonl'))
    .flatMap(name => readFileSync(join(folder, name), 'utf8').trim().split('\n'))
    .map(line => JSON.parse(line) as RecordedStatement)
}

export function compareStatements(sendings: readonly Sending[], recorded: readonly RecordedStatement[]): Findings {
  const answers = Map.groupBy(recorded, at)
  const wrong = sendings.flatMap(({ row, isNeverNull, ...place }) => {
    if (row === null || row.size === 0) return []
    const problems = (answers.get(at(place)) ?? []).flatMap(({ columns }) =>
      compareRow(row, isNeverNull ? columns.map(withoutTable) : columns),
    )
    return [...new Set(problems)].map(problem => `${at(place)} ${problem}`)
  })
  const isMisplaced = ({ path }: Sending): boolean => path.startsWith('api/src/modules/') && !STORES.test(path)
  return {
    wrong,
    unsent: sendings.filter(place => !answers.has(at(place))).map(at),
    misplaced: sendings.filter(isMisplaced).map(at),
  }
}

const withoutTable = ({ nullable: _, ...column }: RecordedColumn): RecordedColumn => column

function compareRow(row: AssertedRow, columns: readonly RecordedColumn[]): string[] {
  const selected = new Map(columns.map(column => [column.name, column]))
  return [...row].flatMap(([name, asserted]) => {
    const column = selected.get(name)
    if (!column) return asserted.isOptional ? [] : [`${name}: is not selected`]
    return compareColumn(asserted, column)
  })
}

function compareColumn(asserted: AssertedColumn, { name, type, nullable, hadNull }: RecordedColumn): string[] {
  const form = FORMS.get(type) ?? (ARRAYS.includes(type) ? 'array' : 'text')
  const problems: string[] = []
  if (!asserted.forms.has(form)) problems.push(`${name}: ${asserted.text} is asserted, and ${form} (${type}) arrives`)
  if (hadNull && !asserted.canBeNull) problems.push(`${name}: ${asserted.text} is asserted, and NULL arrived`)
  else if (nullable && !asserted.canBeNull)
    problems.push(`${name}: ${asserted.text} is asserted, and ${nullable} may be NULL`)
  return problems
}

if (import.meta.main) {
  const { wrong, unsent, misplaced } = checkStatements(join(import.meta.dirname, '../..'), process.argv[2] ?? '')
  for (const problem of wrong) console.log(problem)
  for (const place of unsent) console.log(`${place} is sent by no test`)
  for (const place of misplaced) console.log(`${place} belongs into the module's store`)
  const counts = `${wrong.length} wrong row types, ${unsent.length} unsent statements, ${misplaced.length} misplaced`
  console.log(counts)
  process.exit(wrong.length + misplaced.length === 0 ? 0 : 1)
}
