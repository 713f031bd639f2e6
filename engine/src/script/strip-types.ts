import { stripTypeScriptTypes } from 'node:module'
import type { ScriptFault } from './messages.ts'

/** JavaScript with every character in its place, or where the TypeScript is wrong. */
export function stripTypes(code: string): string | ScriptFault {
  try {
    return stripTypeScriptTypes(code, { mode: 'strip' })
  } catch (error) {
    // Anything else means that the parser itself broke, and it does not recover.
    if (!(error instanceof Error && 'code' in error && /_TYPESCRIPT_SYNTAX$/.test(String(error.code))))
      return {
        reason: 'broken',
        message: 'The script cannot be read; it may be nested too deep.',
        line: null,
        column: null,
      }
    return { reason: 'source', message: error.message, ...locate(error.stack ?? '') }
  }
}

/** The parser tells the place by a drawing: `:3`, the line, and carets below it, counted in columns of a terminal. */
function locate(drawing: string): Pick<ScriptFault, 'line' | 'column'> {
  const lines = drawing.split('\n')
  const line = Number(/:(\d+)$/.exec(lines[0] ?? '')?.[1] ?? Number.NaN)
  if (!Number.isInteger(line)) return { line: null, column: null }
  const carets = lines.findIndex(each => /^\s*\^+\s*$/.test(each))
  if (carets < 2) return { line, column: null }
  return { line, column: toColumn(lines[carets - 1] ?? '', (lines[carets] ?? '').indexOf('^')) }
}

const WIDE =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]/

function toColumn(text: string, width: number): number {
  let seen = 0
  let at = 0
  for (; at < text.length && seen < width; at += 1) seen += WIDE.test(text[at] ?? '') ? 2 : 1
  return at + 1
}
