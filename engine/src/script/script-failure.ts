import { Failure, type RecordHook, type ScriptHook } from '@sluice/contract'
import type { ScriptFault } from './messages.ts'

const codes: Readonly<Record<ScriptFault['reason'], string>> = {
  source: 'script.source',
  broken: 'script.source',
  thrown: 'script.failed',
  time: 'script.time',
  memory: 'script.memory',
  output: 'script.output',
}

/** Names the place as people count, so that an editor finds it. */
export const explainFault = (fault: ScriptFault, hook: ScriptHook | null): Failure =>
  explain(fault, `The script of the adapter failed (${describePlace(fault, hook)}): ${fault.message}`, 'script.code')

/** The same of a script that a mapping carries. */
export const explainRecordFault = (fault: ScriptFault, hook: RecordHook | null): Failure =>
  explain(fault, `The script failed (${describePlace(fault, hook)}): ${fault.message}`, 'mapping.script')

const explain = ({ reason, line, column }: ScriptFault, message: string, field: string): Failure =>
  new Failure({
    code: codes[reason],
    message,
    field,
    value: line === null ? '' : `${line}:${column ?? 1}`,
    advice: 'Correct the script and try it out.',
    retry: 'never',
  })

function describePlace({ line, column }: ScriptFault, hook: string | null): string {
  const where = line === null ? '' : `line ${line}${column === null ? '' : `, column ${column}`}`
  return where === '' ? (hook ?? 'script') : hook === null ? where : `${hook}, ${where}`
}
