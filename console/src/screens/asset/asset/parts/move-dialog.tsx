import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Alert, Form, TreeSelect } from 'antd'
import { useState } from 'react'
import { message } from '../../../../lib/announce.ts'
import { api } from '../../../../lib/api.ts'
import { describeError } from '../../../../lib/describe-error.ts'
import { Row } from '../../../../parts/row.tsx'
import { Dialog } from '../../../../ui/dialog.tsx'
import { toTree } from '../model.ts'
import type { AssetRow } from '../types.ts'
import { useText } from '../use-text.ts'
import { refreshAssets, useCollections } from './queries.ts'

export interface MoveDialogProps {
  readonly rows: readonly Pick<AssetRow, 'id' | 'platform_id'>[]
  onClose(): void
  onMoved(): void
}

/** Puts chosen interfaces into a category of their platform. */
export function MoveDialog({ rows, onClose, onMoved }: MoveDialogProps) {
  const all = useText()
  const text = all.asset
  const client = useQueryClient()
  const [target, setTarget] = useState<string | null>(null)
  const { data } = useCollections(rows[0]?.platform_id)
  const { mutate, error, isPending } = useMutation({
    mutationFn: () => api.apiAsset.move({ body: { ids: rows.map(row => row.id), collection_id: target } }),
    onSuccess: async ({ content }) => {
      message.success(text.moved(content.moved))
      onMoved()
      onClose()
      await refreshAssets(client)
    },
  })
  return (
    <Dialog
      open
      title={text.move}
      okText={text.move}
      cancelText={all.cancel}
      confirmLoading={isPending}
      onOk={() => mutate()}
      onCancel={onClose}
    >
      {error && <Alert type="error" showIcon title={describeError(error).message} />}
      <Form layout="vertical" component="div">
        <Row label={text.collection}>
          <TreeSelect
            allowClear
            treeDefaultExpandAll
            placeholder={text.noCollection}
            {...(target !== null && { value: target })}
            treeData={toTree(data ?? [])}
            onChange={(value: string | undefined) => setTarget(value ?? null)}
          />
        </Row>
      </Form>
    </Dialog>
  )
}
