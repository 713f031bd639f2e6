import { SearchOutlined } from '@ant-design/icons'
import type { FieldSpec, FieldValue, FindValue } from '@sluice/contract'
import { useQuery } from '@tanstack/react-query'
import { Alert, Button } from 'antd'
import { Suspense, useState } from 'react'
import { api } from '../../../../lib/api.ts'
import { lazyPart } from '../../../../ui/lazy-part.tsx'
import { isWhole } from '../model.ts'
import { useStudioText } from '../texts/use-studio-text.ts'
import type { TreeNode } from './field-tree-model.ts'

const FindDialog = lazyPart(async () => ({ default: (await import('./find-dialog.tsx')).FindDialog }))

export interface FindFormProps {
  readonly node: TreeNode
  readonly source: readonly FieldSpec[]
  readonly record: string | null
  readonly value: FindValue
  onChange(value: FieldValue): void
}

/** A look-up into another strategy as a sentence, and the dialog that edits it. */
export function FindForm({ node, source, record, value, onChange }: FindFormProps) {
  const text = useStudioText().find
  const [isOpen, setOpen] = useState(false)
  const { data } = useQuery(api.strategy.list.query({ body: { t: 1 } }))
  const name = data?.content.find(strategy => strategy.id === value.strategy_id)?.name
  const isGone = data !== undefined && value.strategy_id !== '' && name === undefined
  return (
    <>
      {isWhole(value) ? (
        <dl className="st-find">
          <dt>{text.strategy}</dt>
          <dd>{name ?? value.strategy_id}</dd>
          <dt>{text.field}</dt>
          <dd>
            <code>{value.field}</code>
          </dd>
          <dt>{text.where}</dt>
          {value.where.map(({ field, equals }) => (
            <dd key={field}>
              <code>
                {field} = {equals}
              </code>
            </dd>
          ))}
        </dl>
      ) : (
        <p className="sl-muted">{text.unfinished}</p>
      )}
      {isGone && <Alert type="error" showIcon title={text.gone} />}
      <span>
        <Button size="small" icon={<SearchOutlined />} onClick={() => setOpen(true)}>
          {text.open}
        </Button>
      </span>
      <Suspense>
        {isOpen && (
          <FindDialog
            value={value}
            source={source}
            listName={node.listName}
            record={record}
            onClose={() => setOpen(false)}
            onSave={next => {
              onChange(next)
              setOpen(false)
            }}
          />
        )}
      </Suspense>
    </>
  )
}
