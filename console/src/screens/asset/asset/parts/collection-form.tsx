import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Alert, Form, Input, TreeSelect } from 'antd'
import { useState } from 'react'
import { message } from '../../../../lib/announce.ts'
import { api } from '../../../../lib/api.ts'
import { describeError } from '../../../../lib/describe-error.ts'
import { dropDraft, useDraftState } from '../../../../lib/drafts.ts'
import { Row } from '../../../../parts/row.tsx'
import { Dialog } from '../../../../ui/dialog.tsx'
import { RestoredNote } from '../../../../ui/restored-note.tsx'
import { toTree } from '../model.ts'
import type { Collection } from '../types.ts'
import { useText } from '../use-text.ts'
import { refreshAssets, useCollections } from './queries.ts'

export interface EditedCollection {
  readonly platformId: string
  readonly parentId: string | null
  /** Absent: a new one. */
  readonly row?: Collection
}

/** Makes a category, or renames one and puts it elsewhere, which dragging does too. */
export function CollectionForm({ edited, onClose }: { readonly edited: EditedCollection; onClose(): void }) {
  const all = useText()
  const text = all.collection
  const { row, platformId } = edited
  const client = useQueryClient()
  const about = `collection/${row?.id ?? `new/${platformId}/${edited.parentId ?? ''}`}`
  const typed = useDraftState(about, { name: row?.name ?? '', remark: row?.remark ?? '', parentId: edited.parentId })
  const { name, remark, parentId } = typed.value
  const [showProblems, setShowProblems] = useState(false)
  const { data } = useCollections(platformId)
  const { mutate, error, isPending } = useMutation({
    mutationFn: async () => {
      if (!row) return api.collection.create({ body: { platform_id: platformId, parent_id: parentId, name, remark } })
      const params = { id: row.id }
      if (parentId !== row.parent_id)
        await api.collection.move({ params, body: { parent_id: parentId, index: 10_000 } })
      return api.collection.update({ params, body: { name, remark } })
    },
    onSuccess: async () => {
      dropDraft(about)
      message.success(all.saved)
      onClose()
      await refreshAssets(client)
    },
  })
  const isMissing = name.trim() === ''
  return (
    <Dialog
      open
      about={about}
      width={460}
      title={row ? text.rename : text.create}
      okText={all.save}
      cancelText={all.cancel}
      confirmLoading={isPending}
      onOk={() => (isMissing ? setShowProblems(true) : mutate())}
      onCancel={onClose}
    >
      {error && <Alert type="error" showIcon title={describeError(error).message} />}
      <RestoredNote typed={typed} isNew={row === undefined} />
      <Form layout="vertical" component="div">
        <Row label={text.name} isRequired problem={showProblems && isMissing ? all.required : undefined}>
          <Input
            maxLength={60}
            value={name}
            onChange={event => typed.set({ ...typed.value, name: event.target.value })}
          />
        </Row>
        <Row label={text.parent}>
          <TreeSelect
            allowClear
            treeDefaultExpandAll
            placeholder={text.top}
            {...(parentId !== null && { value: parentId })}
            treeData={toTree((data ?? []).filter(each => each.id !== row?.id))}
            onChange={(id: string | undefined) => typed.set({ ...typed.value, parentId: id ?? null })}
          />
        </Row>
        <Row label={text.remark}>
          <Input.TextArea
            maxLength={500}
            value={remark}
            onChange={event => typed.set({ ...typed.value, remark: event.target.value })}
          />
        </Row>
      </Form>
    </Dialog>
  )
}
