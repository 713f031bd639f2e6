import type { AssetField } from '@sluice/contract'
import { Table } from 'antd'
import { Drawer } from '../../../../ui/drawer.tsx'
import type { ShippedRow } from '../types.ts'
import { useText } from '../use-text.ts'

/** What an interface of the product asks for and gives, for reading. */
export function ShippedDetail({ row, onClose }: { readonly row: ShippedRow; onClose(): void }) {
  const text = useText().shipped
  const { doc, pack } = row
  const isQuery = doc.type === 'QUERY'
  return (
    <Drawer open size="large" title={`${pack.platform_name} · ${doc.name}`} onClose={onClose}>
      {doc.describe !== '' && <p>{doc.describe}</p>}
      <p>
        <a href={pack.documentation} target="_blank" rel="noopener noreferrer">
          {text.docs}
        </a>
      </p>
      <FieldTable
        title={text.params}
        fields={isQuery ? [...doc.request, ...doc.otherRequest] : doc.otherRequest}
        hasDefaults
      />
      <FieldTable title={isQuery ? text.fields : text.record} fields={isQuery ? doc.response : doc.request} />
    </Drawer>
  )
}

interface FieldTableProps {
  readonly title: string
  readonly fields: readonly AssetField[]
  readonly hasDefaults?: boolean
}
interface FieldRow extends Omit<AssetField, 'fields'> {
  readonly key: string
  readonly children?: FieldRow[]
}

const toRows = (fields: readonly AssetField[], above: string): FieldRow[] =>
  fields.map(({ fields: below, ...field }) => {
    const key = `${above}${field.field}`
    return { ...field, key, ...(below && below.length > 0 ? { children: toRows(below, `${key}.`) } : {}) }
  })

function FieldTable({ title, fields, hasDefaults = false }: FieldTableProps) {
  const text = useText()
  const types: Readonly<Record<string, string>> = text.form.types
  if (fields.length === 0) return null
  return (
    <section aria-label={title}>
      <h3>{title}</h3>
      <Table
        size="small"
        pagination={false}
        scroll={{ x: 'max-content' }}
        expandable={{ defaultExpandAllRows: true }}
        dataSource={toRows(fields, '')}
        columns={[
          { title: text.shipped.field, dataIndex: 'field' },
          { title: text.shipped.fieldLabel, dataIndex: 'label' },
          { title: text.shipped.fieldType, render: (_, row: FieldRow) => types[row.type] ?? row.type },
          ...(hasDefaults ? [{ title: text.shipped.fieldDefault, dataIndex: 'default' }] : []),
        ]}
      />
    </section>
  )
}
