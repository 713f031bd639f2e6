export const changeTypes = ['text', 'number', 'true', 'false', 'null', 'remove'] as const

/** One field to be corrected, as it is typed. */
export interface ChangeDraft {
  readonly field: string
  readonly type: (typeof changeTypes)[number]
  readonly value: string
}

export const emptyChange: ChangeDraft = { field: '', type: 'text', value: '' }

// RFC 8259 §6: the digits go out as they were typed.
const NUMERAL = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/

/** What is wrong with a row; null when nothing is. */
export function findProblem({ field, type, value }: ChangeDraft): 'field' | 'number' | null {
  if (field.trim() === '') return 'field'
  return type === 'number' && !NUMERAL.test(value.trim()) ? 'number' : null
}

/** As the server takes it: the value as JSON text, null to take the field out. */
export function toChange({ field, type, value }: ChangeDraft): { field: string; value: string | null } {
  const name = field.trim()
  if (type === 'remove') return { field: name, value: null }
  if (type === 'text') return { field: name, value: JSON.stringify(value) }
  return { field: name, value: type === 'number' ? value.trim() : type }
}
