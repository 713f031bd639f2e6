import { useFormat } from '../../../../lib/format.ts'
import { useUiText } from '../../../../ui/use-text.ts'
import { groupDigits } from '../model.ts'
import type { Field, KeyValue, MetricValue } from '../types.ts'
import { useText } from '../use-text.ts'

/** How values of a report are written. */
export function useWords() {
  const { kinds } = useText()
  const { states } = useUiText()
  const format = useFormat()
  const separators = { group: format.number(1000).replace(/\d/g, ''), point: format.number(1.5).replace(/\d/g, '') }
  return {
    /** Whether the words are ours: nothing of the kind stands in the data. */
    isPlain: (key: KeyValue): boolean =>
      !(
        key.kind === 'missing' ||
        key.kind === 'null' ||
        key.kind === 'invalid' ||
        (key.kind === 'text' && key.text === '')
      ),
    key(key: KeyValue | null | undefined, field: Field | undefined): string {
      if (!key) return ''
      if (key.kind === 'missing' || key.kind === 'null' || key.kind === 'invalid') return kinds[key.kind]
      if (key.text === '') return kinds.empty
      if (field?.of === 'record' && field.name === 'status')
        return Object.entries(states.record).find(([code]) => code === key.text)?.[1] ?? key.text
      if (field?.of === 'record' && field.name.endsWith('_at') && key.kind === 'text') return format.time(key.text)
      return key.text
    },
    metric: (metric: MetricValue | undefined): string => {
      if (!metric || metric.value === null) return '–'
      return metric.is_number ? groupDigits(metric.value, separators) : metric.value
    },
  }
}
