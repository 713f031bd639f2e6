import { PlusOutlined } from '@ant-design/icons'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { message, notification } from '../../../../lib/announce.ts'
import { api } from '../../../../lib/api.ts'
import { describeError } from '../../../../lib/describe-error.ts'
import { useFormat } from '../../../../lib/format.ts'
import { CanButton } from '../../../../ui/can.tsx'
import { ConfirmDanger } from '../../../../ui/confirm-danger.tsx'
import { type DataColumn, DataTable } from '../../../../ui/data-table.tsx'
import { Empty } from '../../../../ui/empty.tsx'
import { lazyPart } from '../../../../ui/lazy-part.tsx'
import { Section } from '../../../../ui/section.tsx'
import type { Provider } from '../types.ts'
import { useText } from '../use-text.ts'

// Opened by few.
const ProviderForm = lazyPart(async () => ({ default: (await import('./provider-form.tsx')).ProviderForm }))

/** The tenant's identity providers. */
export function ProviderSection() {
  const text = useText().providers
  const queryClient = useQueryClient()
  const { data, error, isFetching, refetch } = useQuery(api.sso.list.query())
  const [edited, setEdited] = useState<Provider | 'new' | null>(null)
  const [removed, setRemoved] = useState<Provider | null>(null)
  const remove = useMutation({
    mutationFn: ({ id }: Provider) => api.sso.remove({ params: { id } }),
    onSuccess: () => message.success(text.removed),
    onError: failure => message.error(describeError(failure).message),
    onSettled: () => {
      setRemoved(null)
      void queryClient.invalidateQueries({ queryKey: api.sso.list.key() })
    },
  })
  const columns = useColumns(setEdited, setRemoved)
  const add = (
    <CanButton type="primary" icon={<PlusOutlined />} authority="sso:add" onClick={() => setEdited('new')}>
      {text.add}
    </CanButton>
  )
  return (
    <Section isFlush title={text.title} text={text.text} extra={add}>
      <DataTable
        id="identity-providers"
        label={text.label}
        columns={columns}
        rowKey={row => row.id}
        rows={data?.content}
        error={error}
        isFetching={isFetching}
        onReload={() => void refetch()}
        empty={<Empty isSmall title={text.empty} text={text.emptyText} />}
      />
      {edited !== null && (
        <Suspense>
          <ProviderForm {...(edited !== 'new' && { provider: edited })} onClose={() => setEdited(null)} />
        </Suspense>
      )}
      <ConfirmDanger
        open={removed !== null}
        title={text.removeTitle(removed?.label ?? '')}
        text={text.removeText(removed?.identities ?? 0)}
        action={text.remove}
        {...(removed && { word: removed.label })}
        isBusy={remove.isPending}
        onConfirm={() => removed && remove.mutate(removed)}
        onCancel={() => setRemoved(null)}
      />
    </Section>
  )
}

function useColumns(
  onEdit: (provider: Provider) => void,
  onRemove: (provider: Provider) => void,
): readonly DataColumn<Provider>[] {
  const text = useText().providers
  const format = useFormat()
  const check = useMutation({
    mutationFn: ({ id }: Provider) => api.sso.check({ params: { id } }),
    onSuccess: ({ content }) =>
      content.ok
        ? message.success(text.checked(content.authorization_endpoint ?? ''))
        : notification.error({ title: text.checkFailed, description: content.message }),
    onError: failure => message.error(describeError(failure).message),
  })
  return [
    { key: 'label', ellipsis: true, title: text.name, isAlwaysShown: true, render: (_, row) => row.label },
    { key: 'issuer', ellipsis: true, title: text.issuer, render: (_, row) => row.issuer },
    { key: 'client', ellipsis: true, title: text.client, render: (_, row) => row.client_id },
    { key: 'identities', title: text.identities, align: 'right', render: (_, row) => format.number(row.identities) },
    { key: 'state', title: text.state, render: (_, row) => (row.is_enabled ? text.on : text.off) },
    { key: 'updated', title: text.updated, render: (_, row) => format.time(row.updated_at) },
    {
      key: 'actions',
      title: text.actions,
      isAlwaysShown: true,
      render: (_, row) => (
        <span className="sl-row-actions">
          <CanButton
            type="link"
            size="small"
            authority="sso:update"
            aria-label={text.checkName(row.label)}
            loading={check.isPending && check.variables?.id === row.id}
            onClick={() => check.mutate(row)}
          >
            {text.check}
          </CanButton>
          <CanButton
            type="link"
            size="small"
            authority="sso:update"
            aria-label={text.editName(row.label)}
            onClick={() => onEdit(row)}
          >
            {text.edit}
          </CanButton>
          <CanButton
            type="link"
            size="small"
            danger
            authority="sso:delete"
            aria-label={text.removeName(row.label)}
            onClick={() => onRemove(row)}
          >
            {text.remove}
          </CanButton>
        </span>
      ),
    },
  ]
}
