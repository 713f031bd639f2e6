import { type ApiAsset, assetGuarantees, nothingForms } from '@sluice/contract'
import { InputNumber, Select, Switch } from 'antd'
import type { ReactElement } from 'react'
import { Row } from '../../../../parts/row.tsx'
import { Section } from '../../../../ui/section.tsx'
import { useText } from '../use-text.ts'
import { RowResultsRows } from './row-results-rows.tsx'
import type { SectionProps } from './section-props.ts'
import { TextRow, WordsRow } from './setting-rows.tsx'

const toOptions = <T extends string>(words: Readonly<Record<T, string>>) =>
  Object.entries<string>(words).map(([value, label]) => ({ value: value as T, label })) // Object.entries forgets the keys' type

/** How a list is read to its end. */
export function PagingSection({ doc, patch, problemAt }: SectionProps): ReactElement {
  const text = useText().form
  const { pagination } = doc
  const set = (change: Partial<ApiAsset['pagination']>) => patch({ pagination: { ...pagination, ...change } })
  const { mode } = pagination
  return (
    <Section title={text.paging}>
      <div className="as-columns">
        <Row label={text.mode}>
          <Select value={mode} options={toOptions(text.modes)} onChange={value => set({ mode: value })} />
        </Row>
        {mode !== 'none' && mode !== 'adapter' && (
          <>
            <Row label={text.pageSize}>
              <InputNumber
                className="sl-wide"
                min={1}
                max={10_000}
                value={pagination.pageSize}
                onChange={value => set({ pageSize: value ?? 100 })}
              />
            </Row>
            {mode !== 'link' && (
              <>
                <TextRow
                  label={text.pageField}
                  value={pagination.pageField}
                  problem={problemAt('pagination.pageField')}
                  onChange={pageField => set({ pageField })}
                />
                <Row label={text.pagePlace}>
                  <Select
                    value={pagination.place}
                    options={[
                      { value: 'query' as const, label: text.places.query },
                      { value: 'body' as const, label: text.places.body },
                    ]}
                    onChange={place => set({ place })}
                  />
                </Row>
              </>
            )}
            <TextRow label={text.sizeField} value={pagination.sizeField} onChange={sizeField => set({ sizeField })} />
            {mode === 'page' && (
              <Row label={text.startPage}>
                <InputNumber
                  className="sl-wide"
                  min={0}
                  max={1}
                  value={pagination.startPage}
                  onChange={value => set({ startPage: value ?? 1 })}
                />
              </Row>
            )}
            {mode === 'cursor' && (
              <TextRow
                label={text.firstCursor}
                hint={text.firstCursorHint}
                value={pagination.firstCursor}
                onChange={firstCursor => set({ firstCursor })}
              />
            )}
            {mode === 'id_gt' && (
              <>
                <TextRow
                  label={text.idPath}
                  hint={text.idPathHint}
                  problem={problemAt('pagination.idPath')}
                  value={pagination.idPath}
                  onChange={idPath => set({ idPath })}
                />
                <TextRow
                  label={text.firstId}
                  hint={text.firstIdHint}
                  placeholder="0"
                  value={pagination.firstCursor}
                  onChange={firstCursor => set({ firstCursor })}
                />
              </>
            )}
            {(mode === 'cursor' || mode === 'link') && (
              <TextRow
                label={text.nextPath}
                value={pagination.nextPath}
                problem={problemAt('pagination.nextPath')}
                onChange={nextPath => set({ nextPath })}
              />
            )}
            {(mode === 'cursor' || mode === 'link') && (
              <TextRow
                label={text.nextHeader}
                hint={text.nextHeaderHint}
                placeholder="Link"
                value={pagination.nextHeader}
                onChange={nextHeader => set({ nextHeader })}
              />
            )}
            {mode !== 'link' && (
              <TextRow
                label={text.hasMorePath}
                value={pagination.hasMorePath}
                onChange={hasMorePath => set({ hasMorePath })}
              />
            )}
            {mode !== 'id_gt' && <TotalRows pagination={pagination} set={set} />}
          </>
        )}
        {mode !== 'adapter' && (
          <Row label={text.believesEnd} hint={text.believesEndHint}>
            <Switch checked={pagination.believesEnd} onChange={believesEnd => set({ believesEnd })} />
          </Row>
        )}
      </div>
    </Section>
  )
}

interface TotalRowsProps {
  readonly pagination: ApiAsset['pagination']
  set(change: Partial<ApiAsset['pagination']>): void
}

/** Where the far system says how many records there are. */
function TotalRows({ pagination, set }: TotalRowsProps) {
  const text = useText().form
  return (
    <>
      <TextRow label={text.totalPath} value={pagination.totalPath} onChange={totalPath => set({ totalPath })} />
      <TextRow
        label={text.totalHeader}
        placeholder="X-Total-Count"
        value={pagination.totalHeader}
        onChange={totalHeader => set({ totalHeader })}
      />
      <Row label={text.totalOnce}>
        <Switch checked={pagination.totalOnce} onChange={totalOnce => set({ totalOnce })} />
      </Row>
    </>
  )
}

/** Where the records are, when an answer is a success, and how often may be asked. */
export function AnswerSection({ doc, patch }: SectionProps): ReactElement {
  const text = useText().form
  const { success } = doc
  const set = (change: Partial<ApiAsset['success']>) => patch({ success: { ...success, ...change } })
  return (
    <Section title={text.answer}>
      <div className="as-columns">
        {doc.type === 'QUERY' && (
          <>
            <TextRow
              label={text.listPath}
              hint={text.listPathHint}
              placeholder="data.list"
              value={doc.listPath}
              onChange={listPath => patch({ listPath })}
            />
            <Row label={text.nothing} hint={text.nothingHint}>
              <Select
                mode="multiple"
                value={doc.nothing}
                options={nothingForms.map(value => ({ value, label: text.nothingForms[value] }))}
                onChange={nothing => patch({ nothing })}
              />
            </Row>
            <Row label={text.loneRecord} hint={text.loneRecordHint}>
              <Switch checked={doc.loneRecord} onChange={loneRecord => patch({ loneRecord })} />
            </Row>
            <Row label={text.keyedRecords} hint={text.keyedRecordsHint}>
              <Switch checked={doc.keyedRecords} onChange={keyedRecords => patch({ keyedRecords })} />
            </Row>
            <Row label={text.listOfValues} hint={text.listOfValuesHint}>
              <Switch checked={doc.listOfValues} onChange={listOfValues => patch({ listOfValues })} />
            </Row>
            <TextRow
              label={text.detailApi}
              hint={text.detailHint}
              placeholder="orders/{id}"
              value={doc.detail.api}
              onChange={api => patch({ detail: { ...doc.detail, api } })}
            />
            <TextRow
              label={text.detailBody}
              hint={text.detailBodyHint}
              placeholder={'{"id": "{id}"}'}
              value={doc.detail.body}
              onChange={body => patch({ detail: { ...doc.detail, body } })}
            />
            <TextRow
              label={text.detailPath}
              value={doc.detail.recordPath}
              onChange={recordPath => patch({ detail: { ...doc.detail, recordPath } })}
            />
          </>
        )}
        <TextRow label={text.successPath} placeholder="code" value={success.path} onChange={path => set({ path })} />
        <WordsRow label={text.successValues} value={success.values} onChange={values => set({ values })} />
        <WordsRow label={text.busyValues} value={success.busyValues} onChange={busyValues => set({ busyValues })} />
        <TextRow
          label={text.messagePath}
          placeholder="msg"
          value={success.messagePath}
          onChange={messagePath => set({ messagePath })}
        />
        <Row label={text.intervalMs}>
          <InputNumber
            className="sl-wide"
            min={0}
            max={600_000}
            value={doc.rate.intervalMs}
            onChange={value => patch({ rate: { intervalMs: value ?? 0 } })}
          />
        </Row>
      </div>
    </Section>
  )
}

/** How the bounds of an incremental read are written. */
export function WindowSection({ doc, patch, problemAt }: SectionProps): ReactElement {
  const text = useText().form
  const set = (change: Partial<ApiAsset['window']>) => patch({ window: { ...doc.window, ...change } })
  return (
    <Section title={text.window} text={text.windowHint}>
      <div className="as-columns">
        <Row label={text.format}>
          <Select value={doc.window.format} options={toOptions(text.formats)} onChange={format => set({ format })} />
        </Row>
        <TextRow
          label={text.timeZone}
          value={doc.window.timeZone}
          problem={problemAt('window.timeZone')}
          onChange={timeZone => set({ timeZone })}
        />
        <Row label={text.endExclusive}>
          <Switch checked={doc.window.endExclusive} onChange={endExclusive => set({ endExclusive })} />
        </Row>
        <Row label={text.maxSeconds} hint={text.maxSecondsHint}>
          <InputNumber
            className="sl-wide"
            min={0}
            max={31_622_400}
            value={doc.window.maxSeconds}
            onChange={value => set({ maxSeconds: value ?? 0 })}
          />
        </Row>
        {doc.window.maxSeconds > 0 && (
          <Row label={text.firstDays}>
            <InputNumber
              className="sl-wide"
              min={1}
              max={3660}
              value={doc.window.firstDays}
              onChange={value => set({ firstDays: value ?? 30 })}
            />
          </Row>
        )}
      </div>
    </Section>
  )
}

const plainPaths = ['targetKeyPath', 'codePath', 'fieldPath'] as const
const patternKinds = ['duplicate', 'negativeStock', 'masterData', 'busy'] as const

/** How records are sent, and how results are told apart. */
export function WriteSection({ doc, patch, problemAt }: SectionProps): ReactElement {
  const text = useText().form
  const { write } = doc
  const { results, lookUp, patterns } = write
  const set = (change: Partial<ApiAsset['write']>) => patch({ write: { ...write, ...change } })
  const setLookUp = (change: Partial<typeof lookUp>) => set({ lookUp: { ...lookUp, ...change } })
  return (
    <Section title={text.write}>
      <div className="as-columns">
        <Row label={text.rows}>
          <InputNumber
            className="sl-wide"
            min={1}
            max={1000}
            value={write.rows}
            onChange={value => set({ rows: value ?? 1 })}
          />
        </Row>
        <Row label={text.isList}>
          <Switch checked={write.isList} onChange={isList => set({ isList })} />
        </Row>
        <TextRow label={text.bodyKey} value={write.bodyKey} onChange={bodyKey => set({ bodyKey })} />
        <TextRow
          label={text.idempotencyHeader}
          value={write.idempotencyHeader}
          problem={problemAt('write.idempotencyHeader')}
          onChange={idempotencyHeader => set({ idempotencyHeader })}
        />
        <TextRow
          label={text.idempotencyField}
          value={write.idempotencyField}
          onChange={idempotencyField => set({ idempotencyField })}
        />
        <Row label={text.idempotencyLength}>
          <InputNumber
            className="sl-wide"
            min={0}
            max={64}
            value={write.idempotencyLength}
            onChange={value => set({ idempotencyLength: value ?? 0 })}
          />
        </Row>
        <Row label={text.guarantee} hint={text.guaranteeHint}>
          <Select
            value={write.guarantee}
            options={assetGuarantees.map(value => ({ value, label: text.guarantees[value] }))}
            onChange={guarantee => set({ guarantee })}
          />
        </Row>
        {plainPaths.map(name => (
          <TextRow key={name} label={text[name]} value={write[name]} onChange={value => set({ [name]: value })} />
        ))}
      </div>
      <h3>{text.results}</h3>
      <RowResultsRows results={results} problemAt={problemAt} onChange={value => set({ results: value })} />
      <h3>{text.lookUp}</h3>
      <div className="as-columns">
        <TextRow label={text.lookUpPath} value={lookUp.path} onChange={path => setLookUp({ path })} />
        <TextRow label={text.recordPath} value={lookUp.recordPath} onChange={recordPath => setLookUp({ recordPath })} />
        <TextRow label={text.keyPath} value={lookUp.keyPath} onChange={keyPath => setLookUp({ keyPath })} />
      </div>
      <h3>{text.patterns}</h3>
      <div className="as-columns">
        {patternKinds.map(kind => (
          <WordsRow
            key={kind}
            label={text.patternNames[kind]}
            value={patterns[kind]}
            onChange={value => set({ patterns: { ...patterns, [kind]: value } })}
          />
        ))}
      </div>
    </Section>
  )
}
