import { type ApiAsset, type RowResults, rowOrders, rowsToldBy } from '@sluice/contract'
import { InputNumber, Select } from 'antd'
import { Row } from '../../../../parts/row.tsx'
import { emptyResults } from '../empty-results.ts'
import { presetOf, type ResultPreset, resultPresets } from '../row-result-presets.ts'
import { useText } from '../use-text.ts'
import type { SectionProps } from './section-props.ts'
import { TextRow, WordsRow } from './setting-rows.tsx'

const paths = ['targetKeyPath', 'codePath', 'fieldPath'] as const
const presets = Object.keys(resultPresets) as ResultPreset[] // its keys are the presets

interface RowResultsRowsProps extends Pick<SectionProps, 'problemAt'> {
  readonly results: ApiAsset['write']['results']
  onChange(results: ApiAsset['write']['results']): void
}

/** How the answer to several records tells which of them are done and which are refused. */
export function RowResultsRows({ results, problemAt, onChange }: RowResultsRowsProps) {
  const text = useText().form
  const by = rowsToldBy(results)
  const isTwo = results.errorPath !== ''
  const set = (change: Partial<RowResults>) => onChange({ ...results, ...change })
  const setTest = (change: Partial<RowResults['success']>) => set({ success: { ...results.success, ...change } })
  return (
    <div className="as-columns">
      <Row label={text.resultPreset} hint={text.resultPresetHint}>
        <Select
          allowClear
          placeholder={text.resultPresetNone}
          value={presetOf(results)}
          options={presets.map(value => ({ value, label: text.resultPresets[value] }))}
          onChange={value => onChange(value ? structuredClone<RowResults>(resultPresets[value]) : emptyResults())}
        />
      </Row>
      <TextRow label={isTwo ? text.donePath : text.resultPath} value={results.path} onChange={path => set({ path })} />
      <TextRow
        label={text.errorPath}
        hint={text.errorPathHint}
        value={results.errorPath}
        problem={problemAt('write.results.errorPath')}
        onChange={errorPath => set({ errorPath })}
      />
      <Row label={text.toldBy}>
        <Select
          value={by}
          options={rowOrders.map(value => ({ value, label: text.toldByNames[value] }))}
          onChange={value => set(value === 'key' ? { by: value } : { by: value, resultKey: '', recordKey: '' })}
        />
      </Row>
      {by === 'index' && (
        <>
          <TextRow
            label={text.indexPath}
            placeholder="DIndex"
            value={results.indexPath}
            problem={problemAt('write.results.indexPath')}
            onChange={indexPath => set({ indexPath })}
          />
          <Row label={text.indexBase}>
            <InputNumber
              className="sl-wide"
              min={0}
              max={1}
              value={results.indexBase}
              onChange={value => set({ indexBase: value ?? 0 })}
            />
          </Row>
        </>
      )}
      {by !== 'index' && (by === 'key' || results.resultKey !== results.recordKey) && (
        <>
          <TextRow label={text.resultKey} value={results.resultKey} onChange={resultKey => set({ resultKey })} />
          <TextRow
            label={text.recordKey}
            value={results.recordKey}
            problem={problemAt('write.results.recordKey')}
            onChange={recordKey => set({ recordKey })}
          />
        </>
      )}
      {!isTwo && (
        <>
          <TextRow label={text.successPath} value={results.success.path} onChange={path => setTest({ path })} />
          <WordsRow
            label={text.successValues}
            value={results.success.values}
            onChange={values => setTest({ values })}
          />
        </>
      )}
      <TextRow
        label={text.messagePath}
        value={results.success.messagePath}
        onChange={messagePath => setTest({ messagePath })}
      />
      {paths.map(name => (
        <TextRow key={name} label={text[name]} value={results[name]} onChange={value => set({ [name]: value })} />
      ))}
    </div>
  )
}
