import type { Statement } from '@sluice/contract'
import { Segmented, Select, Switch } from 'antd'
import { Row } from '../../../../parts/row.tsx'
import { CodeArea } from '../../../../ui/code-area.tsx'
import { Section } from '../../../../ui/section.tsx'
import { useKindText } from '../use-kind-text.ts'
import { RowsEditor } from './rows-editor.tsx'
import type { AdapterSectionProps } from './section-props.ts'

/** One statement of a database. */
export function StatementSection({ doc, patch, faultAt }: AdapterSectionProps) {
  const text = useKindText()
  const { sql } = doc
  const set = (change: Partial<Statement>) => patch({ sql: { ...sql, ...change } })
  return (
    <Section title={text.statement} text={text.statementText}>
      <Row label={text.direction} hint={text.directionHint[sql.direction]}>
        <Segmented
          aria-label={text.direction}
          value={sql.direction}
          options={(['source', 'target'] as const).map(value => ({ value, label: text.directions[value] }))}
          onChange={direction => set({ direction })}
        />
      </Row>
      <Row label={text.text} isRequired problem={faultAt('sql.text')}>
        <CodeArea label={text.text} minLines={8} value={sql.text} onChange={value => set({ text: value })} />
      </Row>
      {sql.direction === 'source' ? (
        <div className="as-columns">
          <Row label={text.key} hint={text.keyHint}>
            <NamesSelect value={sql.key} onChange={key => set({ key })} />
          </Row>
          <Row label={text.increment} hint={text.incrementHint}>
            <NamesSelect value={sql.increment} onChange={increment => set({ increment })} />
          </Row>
        </div>
      ) : (
        <Row label={text.isRepeatable} hint={text.isRepeatableHint}>
          <Switch checked={sql.isRepeatable} onChange={isRepeatable => set({ isRepeatable })} />
        </Row>
      )}
      <RowsEditor
        label={text.values}
        rows={sql.values}
        empty={{ name: '', type: 'string', default: '' }}
        columns={[
          { key: 'name', label: text.valueName },
          { key: 'type', label: text.valueType, options: text.valueTypes },
          ...(sql.direction === 'source' ? [{ key: 'default' as const, label: text.valueDefault }] : []),
        ]}
        faultAt={(index, key) => faultAt(`sql.values.${index}.${key}`)}
        // The options are the types.
        onChange={values => set({ values: values as Statement['values'] })}
      />
      <p className="sl-muted">{text.valuesHint[sql.direction]}</p>
    </Section>
  )
}

interface NamesSelectProps {
  readonly id?: string
  readonly value: readonly string[]
  onChange(names: string[]): void
}

function NamesSelect({ id, value, onChange }: NamesSelectProps) {
  return (
    <Select
      mode="tags"
      {...(id !== undefined && { id })}
      open={false}
      suffixIcon={null}
      tokenSeparators={[',', ' ']}
      value={[...value]}
      onChange={onChange}
    />
  )
}
