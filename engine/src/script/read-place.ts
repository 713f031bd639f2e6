import type { ScriptFault } from './messages.ts'

/** What the interpreter calls a script. */
export const FILE = 'script.ts'
const PLACE = new RegExp(`${FILE.replace('.', '\\.')}:(\\d+):(\\d+)`)

export const NOWHERE = { line: null, column: null } as const

/** Where in the script something was thrown, by its stack. */
export function readPlace(stack: string): Pick<ScriptFault, 'line' | 'column'> {
  const place = PLACE.exec(stack.slice(0, 2000))
  return place ? { line: Number(place[1]), column: Number(place[2]) } : NOWHERE
}
