import type { FileReading } from '@sluice/contract'

/** Columns that are told; a file with more of them is told by these. */
const MAX_COLUMNS = 20
type Cells = readonly (readonly (string | null)[])[]

/** Columns of days or numbers that can be read in two ways. They stay text: a mapping says how they are read. */
export function readColumns(names: readonly string[], rows: Cells): FileReading[] {
  const width = Math.max(0, ...rows.map(cells => cells.length))
  const found: FileReading[] = []
  for (let column = 0; column < width && found.length < MAX_COLUMNS; column += 1) {
    const values = rows.map(cells => cells[column]?.trim() ?? '').filter(value => value !== '')
    const name = names[column] || `column_${column + 1}`
    const reading = values.length === 0 ? null : (readDays(name, values) ?? readNumbers(name, values))
    if (reading) found.push(reading)
  }
  return found
}

const DAY = /^(\d{1,2})([./-])(\d{1,2})[./-](\d{4})(?=$|[ T])/

function readDays(name: string, values: readonly string[]): FileReading | null {
  const days = values.flatMap(value => {
    const match = DAY.exec(value)
    return match
      ? [{ value, sign: match[2] ?? '/', first: Number(match[1]), second: Number(match[3]), year: match[4] }]
      : []
  })
  const [sample] = days
  if (!sample || days.length < values.length) return null
  const dayFirst = days.find(({ first }) => first > 12)
  const monthFirst = days.find(({ second }) => second > 12)
  const { sign } = sample
  const settled = dayFirst ?? monthFirst
  const reason =
    dayFirst && monthFirst
      ? `Days of ${name} contradict each other: ${dayFirst.value} has the day first, ${monthFirst.value} the month.`
      : settled
        ? `Days of ${name} are settled by ${settled.value}.`
        : `Days of ${name} can be read in two ways, and none of the first lines settles it.`
  const shown = days.find(({ first, second }) => first !== second && first <= 12 && second <= 12) ?? sample
  const say = (month: number, day: number): string =>
    month > 12 ? `${shown.value} ≠` : `${shown.value} = ${shown.year}-${pad(month)}-${pad(day)}`
  const dayPattern = `read_date:'DD${sign}MM${sign}YYYY'`
  const monthPattern = `read_date:'MM${sign}DD${sign}YYYY'`
  return {
    option: 'days',
    column: name,
    taken: dayFirst && monthFirst ? null : dayFirst ? dayPattern : monthFirst ? monthPattern : null,
    reason,
    choices: [
      { value: dayPattern, label: 'Day first', sample: say(shown.second, shown.first) },
      { value: monthPattern, label: 'Month first', sample: say(shown.first, shown.second) },
    ],
  }
}

const pad = (part: number): string => String(part).padStart(2, '0')

const NUMBER = /^[+-]?\d+(?:[.,]\d+)*$/
/** With the comma before the fraction, and with the point before it. */
const COMMA = /^[+-]?(?:\d+|\d{1,3}(?:\.\d{3})+)(?:,\d+)?$/
const POINT = /^[+-]?(?:\d+|\d{1,3}(?:,\d{3})+)(?:\.\d+)?$/

/** With a point before a fraction, and not before three digits, which may be thousands. */
const isPlain = (value: string): boolean => /^[+-]?\d+\.(?:\d{1,2}|\d{4,})$/.test(value)

function readNumbers(name: string, values: readonly string[]): FileReading | null {
  const numbers = values.filter(value => NUMBER.test(value))
  const signed = numbers.filter(value => /[.,]/.test(value))
  const [sample] = signed
  // A column of 1.5 and 2.25 is what every reader takes it for.
  if (!sample || numbers.length < values.length || signed.every(isPlain)) return null
  const comma = signed.find(value => !POINT.test(value))
  const point = signed.find(value => !COMMA.test(value))
  const settled = comma ?? point
  const reason =
    comma && point
      ? `Numbers of ${name} contradict each other: ${comma} and ${point}.`
      : settled
        ? `Numbers of ${name} are settled by ${settled}.`
        : `Numbers of ${name} can be read in two ways, and none of the first lines settles it.`
  const shown = comma ?? sample
  return {
    option: 'numbers',
    column: name,
    taken: comma && point ? null : comma ? ',' : point ? '.' : null,
    reason,
    choices: [
      {
        value: ',',
        label: 'Decimal comma',
        sample: COMMA.test(shown) ? `${shown} = ${shown.replaceAll('.', '').replace(',', '.')}` : `${shown} ≠`,
      },
      {
        value: '.',
        label: 'Decimal point',
        sample: POINT.test(shown) ? `${shown} = ${shown.replaceAll(',', '')}` : `${shown} ≠`,
      },
    ],
  }
}
