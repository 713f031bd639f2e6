import type { Adapter, ErrorClass } from '@sluice/contract'
import { Alert, Form, Input, InputNumber, Select } from 'antd'
import { Suspense } from 'react'
import { Row } from '../../../../parts/row.tsx'
import { lazyPart } from '../../../../ui/lazy-part.tsx'
import { Section } from '../../../../ui/section.tsx'
import { Skeleton } from '../../../../ui/skeleton.tsx'
import type { Faults } from '../model.ts'
import { useKindText } from '../use-kind-text.ts'
import { useText } from '../use-text.ts'
import { AuthSection } from './auth-section.tsx'
import { PartsEditor } from './parts-editor.tsx'
import { RowsEditor } from './rows-editor.tsx'
import type { AdapterSectionProps } from './section-props.ts'

// Most adapters are declared.
const ScriptSection = lazyPart(async () => ({ default: (await import('./script-section.tsx')).ScriptSection }))
const StatementSection = lazyPart(async () => ({ default: (await import('./statement-section.tsx')).StatementSection }))

export interface FormTabProps {
  readonly doc: Adapter
  readonly faults: Faults
  onChange(doc: Adapter): void
}

/** The whole adapter as a form. */
export function FormTab({ doc, faults, onChange }: FormTabProps) {
  const text = useText().form
  const kindText = useKindText()
  const faultAt = (path: string) => faults[path]
  const patch = (change: Partial<Adapter>) => onChange({ ...doc, ...change })
  const shared = { doc, patch, faultAt }
  const list = Object.entries(faults)
  return (
    <Form layout="vertical" component="div" className="as-form as-stack">
      {list.length > 0 && (
        <Alert
          type="error"
          showIcon
          title={text.faults(list.length)}
          description={
            <ul>
              {list.slice(0, 10).map(([path, fault]) => (
                <li key={path}>
                  <code>{path}</code> {fault}
                </li>
              ))}
            </ul>
          }
        />
      )}
      <Section title={text.basic}>
        <div className="as-columns">
          <Row label={text.name} isRequired problem={faultAt('name')}>
            <Input maxLength={100} value={doc.name} onChange={event => patch({ name: event.target.value })} />
          </Row>
          <Row label={text.describe}>
            <Input.TextArea
              autoSize={{ minRows: 1, maxRows: 6 }}
              maxLength={2000}
              value={doc.describe}
              onChange={event => patch({ describe: event.target.value })}
            />
          </Row>
        </div>
      </Section>
      <Suspense fallback={<Skeleton rows={8} />}>
        {doc.kind === 'sql' && <StatementSection {...shared} />}
        {doc.kind === 'script' && <ScriptSection {...shared} />}
      </Suspense>
      {doc.kind === 'script' && <h3>{kindText.declared}</h3>}
      {doc.kind !== 'sql' && <DeclaredSections {...shared} />}
    </Form>
  )
}

function DeclaredSections(shared: AdapterSectionProps) {
  const text = useText().form
  const { doc, patch, faultAt } = shared
  return (
    <>
      <AuthSection {...shared} />
      <Section title={text.request} text={text.requestText}>
        <div className="as-columns">
          <Row label={text.bodyKind}>
            <Select
              value={doc.request.bodyKind}
              options={(['json', 'form'] as const).map(value => ({ value, label: text.bodyKinds[value] }))}
              onChange={bodyKind => patch({ request: { ...doc.request, bodyKind } })}
            />
          </Row>
          <Row label={text.bodyField} hint={text.bodyFieldHint}>
            <Input
              className="sl-code"
              spellCheck={false}
              maxLength={200}
              placeholder="biz"
              value={doc.request.bodyField}
              onChange={event => patch({ request: { ...doc.request, bodyField: event.target.value.trim() } })}
            />
          </Row>
          <Row label={text.baseUrl} hint={text.baseUrlHint} problem={faultAt('request.baseUrl')}>
            <Input
              className="sl-code"
              spellCheck={false}
              maxLength={500}
              placeholder="{{auth.gateway}}"
              value={doc.request.baseUrl}
              onChange={event => patch({ request: { ...doc.request, baseUrl: event.target.value.trim() } })}
            />
          </Row>
          <Row label={text.hosts} hint={text.hostsHint} problem={faultAt('hosts')}>
            <Select
              mode="tags"
              open={false}
              suffixIcon={null}
              placeholder={text.tags}
              value={doc.hosts}
              onChange={(hosts: string[]) => patch({ hosts })}
            />
          </Row>
          <Row label={text.timeZone} problem={faultAt('timeZone')}>
            <Input
              className="sl-code"
              spellCheck={false}
              maxLength={60}
              value={doc.timeZone}
              onChange={event => patch({ timeZone: event.target.value.trim() })}
            />
          </Row>
        </div>
        <PartsEditor
          parts={doc.request}
          faultAt={path => faultAt(`request.${path}`)}
          onChange={change => patch({ request: { ...doc.request, ...change } })}
        />
      </Section>
      <PagingSection {...shared} />
      <AnswerSection {...shared} />
    </>
  )
}

const counted = ['pageField', 'sizeField', 'hasMorePath', 'totalPath', 'totalHeader'] as const
/** What each way of paging asks for in words. */
const pagingTexts = {
  none: [],
  page: counted,
  offset: counted,
  cursor: ['pageField', 'sizeField', 'nextPath', 'nextHeader', 'hasMorePath', 'totalPath', 'totalHeader'],
  id_gt: ['pageField', 'sizeField', 'idPath', 'firstCursor', 'hasMorePath'],
  link: ['sizeField', 'nextPath', 'nextHeader', 'totalPath', 'totalHeader'],
  adapter: [],
} as const satisfies Record<Adapter['pagination']['mode'], readonly (keyof Adapter['pagination'])[]>

function PagingSection({ doc, patch, faultAt }: AdapterSectionProps) {
  const text = useText().form
  const { pagination } = doc
  const { mode } = pagination
  const set = (change: Partial<Adapter['pagination']>) => patch({ pagination: { ...pagination, ...change } })
  return (
    <Section title={text.paging} text={text.pagingText}>
      <div className="as-columns">
        <Row label={text.mode} problem={faultAt('pagination.mode')}>
          <Select
            value={mode}
            options={(Object.keys(text.modes) as (keyof typeof text.modes)[]).map(value => ({
              value,
              label: text.modes[value],
            }))}
            onChange={value => set({ mode: value })}
          />
        </Row>
        {mode !== 'none' && (
          <Row label={text.pageSize} problem={faultAt('pagination.pageSize')}>
            <InputNumber
              className="sl-wide"
              min={1}
              max={10_000}
              value={pagination.pageSize}
              onChange={value => set({ pageSize: value ?? 100 })}
            />
          </Row>
        )}
        {pagingTexts[mode].map(name => (
          <Row key={name} label={text[name]} problem={faultAt(`pagination.${name}`)}>
            <Input
              className="sl-code"
              spellCheck={false}
              value={pagination[name]}
              onChange={event => set({ [name]: event.target.value.trim() })}
            />
          </Row>
        ))}
        {mode !== 'none' && mode !== 'link' && (
          <Row label={text.place}>
            <Select
              value={pagination.place}
              options={(['query', 'body'] as const).map(value => ({ value, label: text.places[value] }))}
              onChange={place => set({ place })}
            />
          </Row>
        )}
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
      </div>
    </Section>
  )
}

const emptyError: ErrorClass = { kind: 'busy', statuses: [], path: '', values: [], messages: [] }

/** Success, kinds of errors, pace. */
function AnswerSection({ doc, patch, faultAt }: AdapterSectionProps) {
  const text = useText().form
  const { success, rate } = doc
  const set = (change: Partial<Adapter['success']>) => patch({ success: { ...success, ...change } })
  return (
    <>
      <Section title={text.success} text={text.successText}>
        <div className="as-columns">
          <Row label={text.successPath} problem={faultAt('success.path')}>
            <Input
              className="sl-code"
              value={success.path}
              onChange={event => set({ path: event.target.value.trim() })}
            />
          </Row>
          <Row label={text.successValues}>
            <Select
              mode="tags"
              open={false}
              suffixIcon={null}
              placeholder={text.tags}
              value={success.values}
              onChange={(values: string[]) => set({ values })}
            />
          </Row>
          <Row label={text.busyValues}>
            <Select
              mode="tags"
              open={false}
              suffixIcon={null}
              placeholder={text.tags}
              value={success.busyValues}
              onChange={(busyValues: string[]) => set({ busyValues })}
            />
          </Row>
          <Row label={text.messagePath} problem={faultAt('success.messagePath')}>
            <Input
              className="sl-code"
              value={success.messagePath}
              onChange={event => set({ messagePath: event.target.value.trim() })}
            />
          </Row>
        </div>
      </Section>
      <Section title={text.errors} text={text.errorsText}>
        <RowsEditor
          label={text.errors}
          rows={doc.errors}
          empty={emptyError}
          columns={[
            { key: 'kind', label: text.kind, options: text.kinds, width: '22%' },
            { key: 'statuses', label: text.statuses, isMany: true, width: '16%' },
            { key: 'path', label: text.errorPath, width: '16%' },
            { key: 'values', label: text.errorValues, isMany: true },
            { key: 'messages', label: text.messages, isMany: true },
          ]}
          faultAt={(index, key) =>
            faultAt(`errors.${index}.${key}`) ?? (key === 'path' ? faultAt(`errors.${index}`) : undefined)
          }
          onChange={errors =>
            patch({
              errors: errors.map(each => ({ ...each, statuses: each.statuses.map(Number).filter(Number.isInteger) })),
            })
          }
        />
      </Section>
      <Section title={text.rate}>
        <div className="as-columns">
          <Row label={text.interval}>
            <InputNumber
              className="sl-wide"
              min={0}
              max={600_000}
              value={rate.intervalMs}
              onChange={value => patch({ rate: { ...rate, intervalMs: value ?? 0 } })}
            />
          </Row>
          <Row label={text.concurrent}>
            <InputNumber
              className="sl-wide"
              min={0}
              max={100}
              value={rate.maxConcurrent}
              onChange={value => patch({ rate: { ...rate, maxConcurrent: value ?? 0 } })}
            />
          </Row>
        </div>
      </Section>
    </>
  )
}
