import { PlusOutlined } from '@ant-design/icons'
import type { FieldSpec, TablePlan } from '@sluice/contract'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { Alert, Button, Checkbox, Form, Input } from 'antd'
import { useId, useState } from 'react'
import { message } from '../../../../lib/announce.ts'
import { api } from '../../../../lib/api.ts'
import { describeError } from '../../../../lib/describe-error.ts'
import { CopyText } from '../../../../ui/copy-text.tsx'
import { Dialog } from '../../../../ui/dialog.tsx'
import { ErrorBlock } from '../../../../ui/error-block.tsx'
import { FormRow } from '../parts/form-row.tsx'
import { usePlatformOf } from '../parts/use-choices.ts'
import { useSettled } from '../studio/use-records.ts'
import { useSummaryText } from '../texts/use-summary-text.ts'
import { useText } from '../texts/use-text.ts'
import type { TargetDraft } from '../types.ts'
import { freeTableName, tableNameOf } from './table-name.ts'
import './summary.css'

export interface CreateTableProps {
  readonly draft: TargetDraft
  readonly fields: readonly FieldSpec[]
  readonly sourceKey: readonly string[]
  /** What the source calls its data. */
  readonly sourceName: string | null
  onCreated(table: MadeTable): void
}

export interface MadeTable {
  readonly id: string
  readonly fields: readonly string[]
  /** Source fields that were left out by a press. */
  readonly leftOut: readonly string[]
}

/** A new table that fits the source: only databases have such a thing. */
export function CreateTable(props: CreateTableProps) {
  const text = useText().target
  const [isOpen, setOpen] = useState(false)
  const id = props.draft.connector_id
  const platform = usePlatformOf(id)
  if (id === null || platform?.group !== 'database' || props.fields.length === 0) return null
  return (
    <>
      <Button icon={<PlusOutlined />} onClick={() => setOpen(true)}>
        {text.createTable}
      </Button>
      {isOpen && <TableDialog {...props} id={id} onClose={() => setOpen(false)} />}
    </>
  )
}

/** Typing sends one question when it pauses. */
const PAUSE_MS = 200
interface DialogProps extends CreateTableProps {
  readonly id: string
  onClose(): void
}

function TableDialog({ id, fields, sourceKey, sourceName, onCreated, onClose }: DialogProps) {
  const text = useText().target
  const words = useSummaryText().table
  const queries = useQueryClient()
  const field = useId()
  const proposed = useProposedName(id, sourceName)
  const [typed, setTyped] = useState<string | null>(null)
  const name = typed ?? proposed
  /** What the target said to a name, until it is another. */
  const [refused, setRefused] = useState({ name: '', reason: '' })
  const [leftOut, setLeftOut] = useState<ReadonlySet<string>>(new Set())
  const [isBusy, setBusy] = useState(false)
  const taken = fields.filter(each => !leftOut.has(each.name))
  const wanted = { resource: name.trim(), fields: taken, key: [...sourceKey] }
  const plan = useTablePlan(id, wanted)
  const problems = plan.data?.columns.filter(column => column.problem !== null).length ?? 0
  const isReady = wanted.resource !== '' && taken.length > 0 && !plan.isFetching && plan.data?.sql != null
  const create = async () => {
    if (!isReady || isBusy) return
    setBusy(true)
    try {
      const { content } = await api.connector.createResource({ params: { id }, body: wanted })
      await api.catalogue.refresh({ params: { id }, body: {} })
      await queries.invalidateQueries({ queryKey: api.catalogue.get.key() })
      void message.success(text.created(content.id))
      onClose()
      onCreated({ id: content.id, fields: taken.map(each => each.name), leftOut: [...leftOut] })
    } catch (error) {
      setRefused({ name, reason: describeError(error).message })
    } finally {
      setBusy(false)
    }
  }
  const toggle = (each: string, isTaken: boolean) =>
    setLeftOut(before => new Set(isTaken ? [...before].filter(other => other !== each) : [...before, each]))
  return (
    <Dialog
      open
      width={880}
      title={text.createTableTitle}
      confirmLoading={isBusy}
      okButtonProps={{ disabled: !isReady }}
      onOk={() => void create()}
      onCancel={onClose}
    >
      <p>{text.createTableText}</p>
      <Form layout="vertical" component="div">
        <FormRow
          isRequired
          label={text.tableName}
          htmlFor={field}
          problem={refused.name === name && refused.reason !== '' ? refused.reason : undefined}
        >
          <Input
            id={field}
            value={name}
            onChange={event => setTyped(event.target.value)}
            onPressEnter={() => void create()}
          />
        </FormRow>
      </Form>
      <p className="sl-muted" aria-live="polite">
        {words.fields(taken.length, fields.length)}
      </p>
      {problems > 0 && <Alert type="error" showIcon title={words.problems(problems)} />}
      {plan.error && <ErrorBlock isSmall error={plan.error} onRetry={() => void plan.refetch()} />}
      <ColumnList fields={fields} sourceKey={sourceKey} leftOut={leftOut} plan={plan.data} onToggle={toggle} />
      {plan.data?.sql != null && (
        <details className="st-gap" open>
          <summary>
            {words.statement} <CopyText value={plan.data.sql} />
          </summary>
          <pre className="st-statement">
            <code>{plan.data.sql}</code>
          </pre>
        </details>
      )}
      {plan.isFetching && !plan.data && <p className="sl-muted">{words.waiting}</p>}
    </Dialog>
  )
}

/** As the source calls it; where source and target are one database that name is taken. */
function useProposedName(id: string, sourceName: string | null): string {
  const name = tableNameOf(sourceName)
  const query = { keyword: name, role: 'target', limit: 100 } as const
  const { data } = useQuery({ ...api.catalogue.search.query({ params: { id }, query }), enabled: name !== '' })
  return freeTableName(name, data?.content.objects.map(object => object.id) ?? [])
}

function useTablePlan(id: string, wanted: { resource: string; fields: readonly FieldSpec[]; key: string[] }) {
  const settled = useSettled(JSON.stringify(wanted), PAUSE_MS)
  const isWhole = wanted.resource !== '' && wanted.fields.length > 0
  const { data, ...query } = useQuery({
    // Written by `JSON.stringify` above.
    ...api.connector.planResource.query({
      params: { id },
      body: JSON.parse(settled) as { resource: string; fields: FieldSpec[]; key: string[] },
    }),
    placeholderData: keepPreviousData,
    enabled: isWhole,
    retry: false,
  })
  return { ...query, data: data?.content, isFetching: query.isFetching || settled !== JSON.stringify(wanted) }
}

interface ColumnListProps extends Pick<CreateTableProps, 'fields' | 'sourceKey'> {
  readonly leftOut: ReadonlySet<string>
  readonly plan: TablePlan | undefined
  onToggle(name: string, isTaken: boolean): void
}

/** Every source field with the column that it becomes, and what that does not keep. */
function ColumnList({ fields, sourceKey, leftOut, plan, onToggle }: ColumnListProps) {
  const words = useSummaryText().table
  const columns = new Map(plan?.columns.map(column => [column.name, column]))
  return (
    <div className="st-columns-list">
      <table className="st-plain-table">
        <thead>
          <tr>
            <th scope="col">{words.field}</th>
            <th scope="col">{words.type}</th>
            <th scope="col">{words.keeps}</th>
          </tr>
        </thead>
        <tbody>
          {fields.map(({ name, nativeType, type }) => {
            const column = leftOut.has(name) ? undefined : columns.get(name)
            return (
              <tr key={name}>
                <td>
                  <Checkbox
                    aria-label={words.take(name)}
                    checked={!leftOut.has(name)}
                    disabled={sourceKey.includes(name)}
                    onChange={event => onToggle(name, event.target.checked)}
                  >
                    {name} <span className="sl-muted">{nativeType ?? type}</span>
                  </Checkbox>
                </td>
                <td>
                  {column && (
                    <>
                      <code>{column.type}</code> {!column.isNullable && <small>{words.notNull}</small>}
                    </>
                  )}
                </td>
                <td>
                  {column?.problem ? (
                    <span className="st-level-error">{column.problem}</span>
                  ) : (
                    column?.notes.map(note => (
                      <div key={note} className="st-level-warning">
                        {note}
                      </div>
                    ))
                  )}
                </td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </div>
  )
}
