/** Widths at the watermark's font size of 16 px. */
const WIDE_PX = 16
const NARROW_PX = 9
/** A little less than the watermark's 120 px, or the ends are cut. */
const LINE_PX = 113
const MAX_LINES = 3

/**
 * A company's name in lines of about the same length that fit the watermark: broken between words where there are
 * blanks, else after any Chinese character.
 */
export function wrapName(name: string): string[] {
  const parts = name.match(/[^\s\u2e80-\uffff]+\s*|[\u2e80-\uffff]\s*/g) ?? [name]
  const count = Math.min(MAX_LINES, Math.ceil(widthOf(name) / LINE_PX))
  const aim = Math.min(LINE_PX, widthOf(name) / count + NARROW_PX)
  const lines: string[] = []
  for (const part of parts) {
    const last = lines.at(-1)
    if (last !== undefined && widthOf((last + part).trimEnd()) <= aim) lines[lines.length - 1] = last + part
    else lines.push(part)
  }
  return lines.slice(0, MAX_LINES).map(line => line.trim())
}

const widthOf = (text: string): number =>
  [...text].reduce((sum, char) => sum + (char >= '\u2e80' ? WIDE_PX : NARROW_PX), 0)
