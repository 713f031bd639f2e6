/** Longer texts are no number that anybody wrote. */
const MAX_LENGTH = 400

/** Spaces that do not break a line: the usual, the narrow and the thin one. */
const SPACES = [0xa0, 0x202f, 0x2009].map(code => String.fromCharCode(code))
/** What stands between groups of digits, where the decimal mark is another. */
const GROUP_MARKS = [',', '.', ' ', "'", '’', '٬', ...SPACES]
const MARKS = [',', '.', '٫']

/** @throws RangeError for a mark that no number is written with */
export function readMarks(decimal: string, group: string | undefined): void {
  if (!MARKS.includes(decimal)) throw new RangeError('the decimal mark is "," or "."')
  if (group !== undefined && group !== '' && (group === decimal || !GROUP_MARKS.includes(group)))
    throw new RangeError('the mark between groups is ",", ".", a space or an apostrophe, and not the decimal mark')
}

/**
 * The plain digits of a number as people write it: `1.234,50`, `1 234,50`, `1'234.50`, `12,50-` as accounts have it, `(12,50)`.
 * Groups have three digits, or two before the last three as in India, and one mark. The rule it breaks otherwise.
 */
export function readNumber(text: string, decimal: string, group?: string): { readonly digits: string } | string {
  const rule = `is not a number with the decimal mark "${decimal}"`
  if (text.length > MAX_LENGTH) return rule
  const { isNegative, body } = readSign(text.trim())
  const [whole = '', fraction, ...more] = body.split(decimal)
  if (more.length > 0 || !/^\d*$/.test(fraction ?? '') || (whole === '' && !fraction)) return rule
  const digits = joinGroups(whole, decimal, group)
  if (digits === null) return rule
  const plain = [digits.replace(/^0+(?=\d)/, '') || '0', ...(fraction ? [fraction] : [])].join('.')
  return { digits: isNegative && /[1-9]/.test(plain) ? `-${plain}` : plain }
}

/** A sign in front, behind, or brackets around; of two, one stays in the body, which is then no number. */
function readSign(text: string): { readonly isNegative: boolean; readonly body: string } {
  if (/^[+\-−]/.test(text)) return { isNegative: !text.startsWith('+'), body: text.slice(1).trim() }
  if (/[-−]$/.test(text)) return { isNegative: true, body: text.slice(0, -1).trim() }
  if (text.startsWith('(') && text.endsWith(')')) return { isNegative: true, body: text.slice(1, -1).trim() }
  return { isNegative: false, body: text }
}

function joinGroups(whole: string, decimal: string, group: string | undefined): string | null {
  if (/^\d*$/.test(whole)) return whole
  const mark = /\D/.exec(whole)?.[0] ?? ''
  const allowed = group === undefined ? GROUP_MARKS.filter(each => each !== decimal) : [group]
  if (!allowed.includes(mark)) return null
  const groups = whole.split(mark)
  const [first = '', ...rest] = groups
  const isOf = (size: number, all: readonly string[]): boolean =>
    all.every(each => each.length === size && /^\d+$/.test(each))
  if (!/^\d{1,3}$/.test(first)) return null
  const isIndian = first.length < 3 && isOf(2, rest.slice(0, -1)) && isOf(3, rest.slice(-1))
  return isOf(3, rest) || isIndian ? groups.join('') : null
}
