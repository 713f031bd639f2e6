import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Alert, Button, Form, Input, Select, Space } from 'antd'
import { useState } from 'react'
import { message } from '../../../../lib/announce.ts'
import { api } from '../../../../lib/api.ts'
import { describeError } from '../../../../lib/describe-error.ts'
import { dropDraft, useDraftState } from '../../../../lib/drafts.ts'
import { CanButton } from '../../../../ui/can.tsx'
import { Dialog } from '../../../../ui/dialog.tsx'
import { ErrorBlock } from '../../../../ui/error-block.tsx'
import { Skeleton } from '../../../../ui/skeleton.tsx'
import type { ImportFile, ImportHead } from '../types.ts'
import { useText } from '../use-text.ts'
import { emptyState, findMissing, fromMapping, type MappingState, toMapping } from './column-uses.ts'
import { MappingOptions } from './mapping-options.tsx'
import { MappingTable } from './mapping-table.tsx'
import { refreshFiles } from './queries.ts'
import { Trial } from './trial.tsx'

interface DialogProps {
  readonly file: ImportFile
  onClose(): void
}

/** A file that nobody knows: which of its columns says what. It is tried with all proofs, and remembered. */
export function MappingDialog({ file, onClose }: DialogProps) {
  const text = useText().mapping
  const { data, error, refetch } = useQuery(api.billImport.head.query({ params: { id: file.id } }))
  const about = `bill-mapping ${file.id}`
  return (
    <Dialog open width={1180} title={text.title(file.name)} footer={null} about={about} onCancel={onClose}>
      {data && <Mapping file={file} head={data.content} about={about} onClose={onClose} />}
      {!data && error && <ErrorBlock error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton rows={8} />}
    </Dialog>
  )
}

interface Draft {
  readonly line: number | null
  readonly name: string
  readonly state: MappingState
}

const headingsOf = ({ rows }: ImportHead, line: number | null): readonly string[] =>
  rows.find(row => row.line === line)?.cells ?? []

function startOf(head: ImportHead, file: ImportFile): Draft {
  const headings = headingsOf(head, head.header)
  const { profile } = head
  return {
    line: head.header,
    name: profile?.name ?? file.name.replace(/\.[^.]+$/, '').slice(0, 100),
    state: profile ? fromMapping(headings, profile.mapping) : emptyState(headings.length),
  }
}

function Mapping({ file, head, about, onClose }: DialogProps & { readonly head: ImportHead; readonly about: string }) {
  const text = useText().mapping
  const client = useQueryClient()
  const { value, set } = useDraftState<Draft>(about, () => startOf(head, file))
  const { line, name, state } = value
  const headings = headingsOf(head, line)
  const missing = headings.length < 2 ? 'at' : findMissing(state)
  const params = { id: file.id }
  const body = () => ({ headings: [...headings], mapping: toMapping(headings, state) })
  const [tried, setTried] = useState<MappingState | null>(null)
  const trial = useMutation({
    mutationFn: () => api.billImport.tryMapping({ params, body: body() }),
    onSuccess: () => setTried(state),
  })
  const save = useMutation({
    mutationFn: () =>
      api.billImport.saveMapping({
        params,
        body: { ...body(), name: name.trim(), ...(head.profile && { profile_id: head.profile.id }) },
      }),
    async onSuccess() {
      message.success(text.saved)
      dropDraft(about)
      onClose()
      await refreshFiles(client)
    },
  })
  const failure = save.error ?? trial.error
  return (
    <>
      <p className="sl-muted">{text.intro}</p>
      <HeaderLine
        head={head}
        line={line}
        onLine={next => set({ ...value, line: next, state: emptyState(headingsOf(head, next).length) })}
      />
      <MappingTable head={head} line={line} state={state} onState={next => set({ ...value, state: next })} />
      <MappingOptions head={head} line={line} state={state} onState={next => set({ ...value, state: next })} />
      {failure && <Alert type="error" showIcon title={describeError(failure).message} />}
      {missing !== null && <Alert type="info" showIcon title={text.missing[missing]} />}
      {trial.data && tried === state && <Trial trial={trial.data.content} />}
      <Space wrap align="end" className="bi-actions">
        <Form layout="vertical">
          <Form.Item label={text.name} className="bi-name">
            <Input
              aria-label={text.name}
              value={name}
              maxLength={100}
              disabled={head.profile !== null}
              onChange={event => set({ ...value, name: event.target.value })}
            />
          </Form.Item>
        </Form>
        <Button disabled={missing !== null} loading={trial.isPending} onClick={() => trial.mutate()}>
          {text.try}
        </Button>
        <CanButton
          type="primary"
          authority="reconciliation:import"
          reason={missing !== null ? text.missing[missing] : name.trim() === '' ? text.nameMissing : undefined}
          loading={save.isPending}
          onClick={() => save.mutate()}
        >
          {text.save}
        </CanButton>
      </Space>
    </>
  )
}

interface HeaderLineProps {
  readonly head: ImportHead
  readonly line: number | null
  onLine(line: number): void
}

function HeaderLine({ head, line, onLine }: HeaderLineProps) {
  const text = useText()
  const options = head.rows
    .filter(({ cells }) => cells.filter(cell => cell !== '').length > 1)
    .map(row => ({ value: row.line, label: `${text.detail.line(row.line)}: ${row.cells.join(' · ').slice(0, 90)}` }))
  return (
    <Form layout="vertical">
      <Form.Item label={text.mapping.header}>
        <Select aria-label={text.mapping.header} value={line} options={options} onChange={onLine} />
      </Form.Item>
    </Form>
  )
}
