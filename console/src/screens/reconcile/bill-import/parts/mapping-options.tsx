import { Checkbox, Form, Input, Select } from 'antd'
import { useText } from '../use-text.ts'
import type { MappingState } from './column-uses.ts'
import type { MappingTableProps } from './mapping-table.tsx'

/** How days and amounts are written, which words say the way, and what stands beside the rows. */
export function MappingOptions({ head, line, state, onState }: MappingTableProps) {
  const text = useText().mapping
  const set = (patch: Partial<MappingState>) => onState({ ...state, ...patch })
  const directionAt = state.uses.indexOf('direction')
  const found = head.rows.flatMap(row => (line !== null && row.line > line ? [row.cells[directionAt] ?? ''] : []))
  const options = [...new Set(found)].filter(word => word !== '').map(value => ({ value, label: value }))
  const words = (way: keyof MappingState['words']) => (
    <Form.Item label={text.words[way]}>
      <Select
        mode="tags"
        maxCount={20}
        aria-label={text.words[way]}
        value={[...state.words[way]]}
        options={options}
        onChange={(value: string[]) => set({ words: { ...state.words, [way]: value } })}
      />
    </Form.Item>
  )
  return (
    <Form layout="vertical" className="bi-options">
      <Form.Item label={text.dayOrder}>
        <Select
          aria-label={text.dayOrder}
          value={state.dayOrder}
          options={(['ymd', 'dmy', 'mdy'] as const).map(value => ({ value, label: text.dayOrders[value] }))}
          onChange={dayOrder => set({ dayOrder })}
        />
      </Form.Item>
      <Form.Item label={text.decimal}>
        <Select
          aria-label={text.decimal}
          value={state.decimal}
          options={[
            { value: '.' as const, label: '1,234.50' },
            { value: ',' as const, label: '1.234,50' },
          ]}
          onChange={decimal => set({ decimal })}
        />
      </Form.Item>
      <Form.Item label={text.total} extra={text.totalHint}>
        <Input
          aria-label={text.total}
          value={state.total}
          maxLength={50}
          onChange={event => set({ total: event.target.value })}
        />
      </Form.Item>
      <Form.Item label={text.notes} extra={text.notesHint}>
        <Select
          mode="tags"
          maxCount={20}
          aria-label={text.notes}
          value={[...state.notes]}
          onChange={(notes: string[]) => set({ notes })}
        />
      </Form.Item>
      {state.uses.includes('signed') && (
        <Form.Item label={text.sign}>
          <Checkbox checked={state.isReversed} onChange={event => set({ isReversed: event.target.checked })}>
            {text.reversed}
          </Checkbox>
        </Form.Item>
      )}
      {directionAt >= 0 && (
        <>
          {words('in')}
          {words('out')}
          {words('none')}
        </>
      )}
    </Form>
  )
}
