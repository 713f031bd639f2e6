import type { FieldSpec, Holds } from '@sluice/contract'
import { type ColumnKind, integerKind } from './column.ts'

/** What was told of a column, as this room counts. */
export function fromHolds(holds: Holds): ColumnKind {
  if (holds.is === 'integer') return { ...holds, min: BigInt(holds.min), max: BigInt(holds.max) } as ColumnKind // as below
  if (holds.is === 'list') return { is: 'list', element: fromHolds(holds.element) }
  return holds as ColumnKind // the same words; a limit that is undefined is none
}

/** What values of a field may be: to the digit where a catalogue tells, else by its type. */
export function kindOfField(field: FieldSpec): ColumnKind {
  return field.holds ? fromHolds(field.holds) : guessKind(field)
}

function guessKind({ type, nativeType = '', maxLength }: FieldSpec): ColumnKind {
  switch (type) {
    case 'int':
      return integerKind(64, /unsigned/i.test(nativeType))
    case 'decimal': {
      const precision = readPrecision(nativeType)
      return precision ? { is: 'decimal', precision: precision[0], scale: precision[1] } : { is: 'decimal' }
    }
    case 'float':
      return { is: 'float', bits: 64 }
    case 'bool':
      return { is: 'boolean' }
    case 'date':
      return { is: 'date' }
    case 'time':
      return { is: 'time', digits: readDigits(nativeType) }
    case 'datetime':
      return { is: 'datetime', zoned: isInstantType(nativeType), digits: readDigits(nativeType) }
    case 'bytes':
      return { is: 'bytes', ...(maxLength === undefined ? {} : { maxBytes: maxLength }) }
    case 'json':
    case 'array':
    case 'object':
      return { is: 'json' }
    case 'string':
      return { is: 'text', ...(maxLength === undefined ? {} : { maxChars: maxLength }) }
  }
}

/** Precision and scale where the far system's type names them: `numeric(10,2)` → [10, 2]. */
function readPrecision(nativeType: string): readonly [number, number] | null {
  const match = /^(?:unsigned )?(?:numeric|decimal|number|dec)\s*\((\d+)\s*(?:,\s*(\d+))?\)/i.exec(nativeType)
  return match ? [Number(match[1]), Number(match[2] ?? 0)] : null
}

/** Digits of a second where the type names them: `datetime(3)` → 3. Six when it does not. */
function readDigits(nativeType: string): number {
  const match = /time\w*\s*\((\d)\)/i.exec(nativeType.slice(0, 200))
  return match ? Number(match[1]) : 6
}

/** Whether the type keeps an instant, not a date and time that is read differently from zone to zone. */
const isInstantType = (nativeType: string): boolean =>
  /zone|offset|tz|date-time/i.test(nativeType) && !/without/i.test(nativeType)
