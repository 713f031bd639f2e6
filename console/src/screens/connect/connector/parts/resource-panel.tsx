import { CheckOutlined, KeyOutlined } from '@ant-design/icons'
import type { FieldSpec, Resource } from '@sluice/contract'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { api } from '../../../../lib/api.ts'
import { useFormat } from '../../../../lib/format.ts'
import { CopyText } from '../../../../ui/copy-text.tsx'
import { type DataColumn, DataTable } from '../../../../ui/data-table.tsx'
import { Empty } from '../../../../ui/empty.tsx'
import { ErrorBlock } from '../../../../ui/error-block.tsx'
import { JsonView } from '../../../../ui/json-view.tsx'
import { Section } from '../../../../ui/section.tsx'
import { Skeleton } from '../../../../ui/skeleton.tsx'
import { type FieldRow, toFieldRows } from '../model.ts'
import type { CatalogueObject } from '../types.ts'
import { useText } from '../use-text.ts'

export interface ResourcePanelProps {
  readonly connectorId: string
  /** As it is listed; its fields are asked for here. */
  readonly resource: CatalogueObject
}

/** One resource: its fields with types and key, and a few real records. */
export function ResourcePanel({ connectorId, resource }: ResourcePanelProps) {
  const text = useText().resources
  const format = useFormat()
  const { data, error, refetch, isFetching } = useQuery(
    api.connector.describeResource.query({ params: { id: connectorId }, body: { resource: resource.id } }),
  )
  const described = data?.content
  const columns = useColumns()
  return (
    <div>
      <Section isFlush>
        <DataTable<FieldRow>
          id="connector-fields"
          label={text.fields}
          columns={columns}
          rowKey={row => row.path}
          rows={described && toFieldRows(described)}
          error={error}
          isFetching={isFetching}
          onReload={() => void refetch()}
          toolbar={
            <>
              <h2 className="cn-resource-title">
                <CopyText isShown value={resource.id} />
              </h2>
              <span className="cn-resource-facts">
                <span className="sl-tag sl-tag-calm">{text.kinds[resource.kind]}</span>
                <span className="sl-tag sl-tag-calm">{text.directions[resource.direction]}</span>
                {described && <span>{text.fieldCount(described.fields.length)}</span>}
                {described?.isCut && <span className="sl-tag sl-tag-warn">{text.cut}</span>}
                {resource.estimated_count !== null && (
                  <span>{text.estimated(format.number(resource.estimated_count))}</span>
                )}
              </span>
            </>
          }
          empty={<Empty isSmall title={text.noFields} text={text.noFieldsText} />}
        />
      </Section>
      <Samples connectorId={connectorId} resource={{ key: [], ...resource, ...described }} />
    </div>
  )
}

function useColumns(): DataColumn<FieldRow>[] {
  const text = useText().resources
  const columns = text.fieldColumns
  return [
    {
      key: 'name',
      title: columns.name,
      width: 210,
      isAlwaysShown: true,
      render: (_, row) => (
        <span className="cn-resource-facts">
          <span className="cn-field-name">{row.name}</span>
          {row.isKey && (
            <span className="sl-tag sl-tag-busy">
              <KeyOutlined /> {text.key}
            </span>
          )}
          {row.isIncrement && <span className="sl-tag sl-tag-calm">{text.increment}</span>}
        </span>
      ),
    },
    { key: 'label', title: columns.label, width: 150, render: (_, row) => row.label ?? '' },
    { key: 'type', title: columns.type, width: 90, render: (_, row) => <Type type={row.type} /> },
    {
      key: 'native',
      ellipsis: true,
      title: columns.native,
      width: 130,
      render: (_, row) => <span className="cn-field-name sl-muted">{row.nativeType ?? '–'}</span>,
    },
    {
      key: 'required',
      title: columns.required,
      width: 70,
      render: (_, row) => row.isRequired && <CheckOutlined aria-label={columns.required} />,
    },
    { key: 'length', title: columns.length, width: 80, render: (_, row) => row.maxLength ?? '' },
  ]
}

const Type = ({ type }: { readonly type: FieldSpec['type'] }) => <span className="cn-field-name">{type}</span>

const SAMPLE_SIZE = 5

interface SamplesProps {
  readonly connectorId: string
  readonly resource: Pick<Resource, 'id' | 'key' | 'direction'>
}

function Samples({ connectorId, resource }: SamplesProps) {
  const text = useText().resources
  const { mutate, data, error, isPending } = useMutation(api.connector.sampleResource.mutation())
  const take = () =>
    mutate({
      params: { id: connectorId },
      body: { resource: resource.id, key: resource.key, limit: SAMPLE_SIZE },
    })
  const records = data?.content
  const isReadable = resource.direction !== 'target'
  return (
    <Section
      title={text.sample}
      text={isReadable ? text.sampleText : text.onlyTarget}
      extra={
        isReadable && (
          <Button loading={isPending} onClick={take}>
            {text.takeSample}
          </Button>
        )
      }
    >
      {isPending && !records && <Skeleton rows={4} />}
      {error && !isPending && <ErrorBlock isSmall error={error} onRetry={take} />}
      {records?.length === 0 && <Empty isSmall title={text.noRecords} text={text.noRecordsText} />}
      {records && !error && (
        <div className="cn-samples">
          {records.map((record, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: records have no identity here and never move
            <div key={index}>
              <h3>{text.record(index + 1)}</h3>
              <JsonView text={record} label={text.record(index + 1)} maxHeight={280} />
            </div>
          ))}
        </div>
      )}
    </Section>
  )
}
