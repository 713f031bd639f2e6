import { Table, Tag } from 'antd'
import type { Detail } from '../types.ts'
import { useText } from '../use-text.ts'

/** The words of a place of a package: its platform's name, where that is known. */
export const sayPlace = ({ connections }: Pick<Detail, 'connections'>, slot: string): string => {
  const connection = connections.find(each => each.slot === slot)
  const isOne = connections.filter(each => each.platform_id === connection?.platform_id).length === 1
  return (isOne ? connection?.platform?.name : undefined) ?? connection?.title ?? slot
}

/** What moves: one line for each flow. */
export function ScopeTable({ detail }: { readonly detail: Detail }) {
  const text = useText()
  return (
    <Table
      size="small"
      pagination={false}
      scroll={{ x: 'max-content' }}
      rowKey="strategy"
      dataSource={[...detail.scope]}
      columns={[
        {
          key: 'document',
          title: text.document,
          render: (_, row) => (
            <>
              <strong>{row.document}</strong>
              {row.title !== row.document && <div className="sl-muted">{row.title}</div>}
            </>
          ),
        },
        {
          key: 'direction',
          title: text.direction,
          render: (_, { from, to }) => `${sayPlace(detail, from)} → ${sayPlace(detail, to)}`,
        },
        { key: 'trigger', title: text.trigger, render: (_, { trigger }) => trigger || text.always },
        {
          key: 'increment',
          title: text.increment,
          render: (_, { increment }) => (increment ? <code>{increment}</code> : text.wholly),
        },
        {
          key: 'required',
          title: text.required,
          render: (_, { required }) => <Tag>{required ? text.required : text.optional}</Tag>,
        },
      ]}
    />
  )
}
