import { type CheckLine, recordHooks, type StrategyConfig, toFailure } from '@sluice/contract'
import { createRecordScripts } from '../script/record-scripts.ts'

/** What the check-list says about the script of a mapping. */
export async function checkScript(tenantId: string, { mapping, source }: StrategyConfig): Promise<CheckLine[]> {
  const { script } = mapping
  if (!script) return []
  const line = (level: CheckLine['level'], item: string, message: string): CheckLine => ({
    level,
    group: 'mapping',
    item,
    message,
    field: 'mapping.script',
  })
  try {
    const hooks = await createRecordScripts(tenantId).inspect(script.code)
    if (hooks.length === 0)
      return [
        line('warning', 'script.none', `The script exports none of ${recordHooks.join(', ')}, so it does nothing.`),
      ]
  } catch (error) {
    const { code, message } = toFailure(error)
    return [line('error', code, message)]
  }
  if (source.deletes?.policy !== 'delete') return []
  return [
    line(
      'info',
      'script.deletes',
      'Deleted records are found at the target by their key without the script; let it leave the key as it is.',
    ),
  ]
}
