import type { ApiVersion } from '@sluice/api/modules/gateway/application/contract.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Alert, Form, Table, Tag } from 'antd'
import { useState } from 'react'
import { message } from '../../../../lib/announce.ts'
import { api } from '../../../../lib/api.ts'
import { dayOf, toInstant } from '../../../../lib/day.ts'
import { describeError } from '../../../../lib/describe-error.ts'
import { useFormat } from '../../../../lib/format.ts'
import { useTimeZone } from '../../../../lib/session.ts'
import { CanButton } from '../../../../ui/can.tsx'
import { DayField } from '../../../../ui/day-field.tsx'
import { Dialog } from '../../../../ui/dialog.tsx'
import { Empty } from '../../../../ui/empty.tsx'
import { ErrorBlock } from '../../../../ui/error-block.tsx'
import { Skeleton } from '../../../../ui/skeleton.tsx'
import { useText } from '../use-text.ts'

const keyOf = ({ object_id, version }: ApiVersion): string => `${object_id}/${version}`

/** Every version that is or was published to an application, and when each ends. */
export function ApiVersions({ applicationId }: { readonly applicationId: string }) {
  const text = useText().versions
  const { number, time } = useFormat()
  const [changed, setChanged] = useState<ApiVersion>()
  const { data, error, refetch } = useQuery(api.application.versions.query({ params: { id: applicationId } }))
  if (error && !data) return <ErrorBlock isSmall error={error} onRetry={() => void refetch()} />
  if (!data) return <Skeleton rows={4} />
  const { columns } = text
  const timeOr = (at: string | null): string => (at === null ? '–' : time(at))
  return (
    <div className="sl-stack">
      <p className="sl-muted">{text.intro}</p>
      <Table<ApiVersion>
        size="small"
        aria-label={text.label}
        rowKey={keyOf}
        dataSource={data.content}
        scroll={{ x: 640 }}
        pagination={{ pageSize: 20, hideOnSinglePage: true, showSizeChanger: false }}
        locale={{ emptyText: <Empty isSmall title={text.empty} /> }}
        columns={[
          { title: columns.api, render: (_value, row) => <ApiName row={row} /> },
          { title: columns.version, render: (_value, row) => `v${row.version}` },
          { title: columns.state, render: (_value, row) => <State row={row} /> },
          { title: columns.deprecated, render: (_value, row) => timeOr(row.deprecated_at) },
          { title: columns.sunset, render: (_value, row) => timeOr(row.sunset_at) },
          {
            title: columns.calls,
            align: 'right',
            sorter: (a, b) => a.calls - b.calls,
            render: (_value, row) => number(row.calls),
          },
          { title: columns.last, render: (_value, row) => timeOr(row.last_called_at) },
          {
            title: columns.actions,
            render: (_value, row) => (
              <CanButton type="link" size="small" authority="gateway:update" onClick={() => setChanged(row)}>
                {text.set}
              </CanButton>
            ),
          },
        ]}
      />
      {changed && <VersionDates applicationId={applicationId} row={changed} onClose={() => setChanged(undefined)} />}
    </div>
  )
}

/** With what its callers are spared, where a newer version of the asset does not answer them. */
function ApiName({ row: { object_name, held } }: { readonly row: ApiVersion }) {
  const { versions: text, breaks } = useText()
  const words: Readonly<Record<string, string>> = breaks.what
  if (held === null) return object_name
  return (
    <>
      {object_name}
      <div className="gw-held">
        {text.held(String(held.version), String(held.newest))}{' '}
        {held.breaks.map(({ what, name }) => `${words[what] ?? what} ${name}`).join(', ')}
      </div>
    </>
  )
}

function State({ row }: { readonly row: ApiVersion }) {
  const { states } = useText().versions
  const isPast = (at: string | null): boolean => at !== null && Date.parse(at) <= Date.now()
  if (isPast(row.sunset_at)) return <Tag color="error">{states.ended}</Tag>
  if (isPast(row.deprecated_at)) return <Tag color="warning">{states.deprecated}</Tag>
  return row.is_current ? <Tag color="success">{states.current}</Tag> : <Tag>{states.old}</Tag>
}

interface DatesProps {
  readonly applicationId: string
  readonly row: ApiVersion
  onClose(): void
}

interface Dates {
  readonly deprecated_on?: string | undefined
  readonly sunset_on?: string | undefined
}

function VersionDates({ applicationId, row, onClose }: DatesProps) {
  const { versions: text, saved, form: words } = useText()
  const zone = useTimeZone()
  const client = useQueryClient()
  const [form] = Form.useForm<Dates>()
  const { mutate, isPending, error } = useMutation({
    mutationFn: ({ deprecated_on, sunset_on }: Dates) => {
      const { kind, object_id, version } = row
      const keeps =
        deprecated_on !== undefined &&
        row.deprecated_at !== null &&
        dayOf(Date.parse(row.deprecated_at), zone) === deprecated_on
      const deprecated_at = keeps ? row.deprecated_at : (toInstant(deprecated_on, zone, 0) ?? null)
      const body = { kind, object_id, version, deprecated_at, sunset_at: toInstant(sunset_on, zone, 1) ?? null }
      return api.application.setVersionDates({ params: { id: applicationId }, body })
    },
    onSuccess: async () => {
      message.success(saved)
      onClose()
      await client.invalidateQueries({ queryKey: api.application.versions.key() })
    },
  })
  const rules = row.is_current ? [] : [{ required: true, message: words.required }]
  return (
    <Dialog
      open
      title={text.datesTitle(row.object_name, String(row.version))}
      okText={text.save}
      cancelText={text.cancel}
      confirmLoading={isPending}
      onOk={() => form.submit()}
      onCancel={onClose}
    >
      {error && <Alert type="error" showIcon title={describeError(error).message} className="sl-form-notice" />}
      <Form
        form={form}
        layout="vertical"
        initialValues={{
          deprecated_on: row.deprecated_at === null ? undefined : dayOf(Date.parse(row.deprecated_at), zone),
          sunset_on: row.sunset_at === null ? undefined : dayOf(Date.parse(row.sunset_at) - 1, zone),
        }}
        onFinish={(values: Dates) => mutate(values)}
      >
        <Form.Item name="deprecated_on" label={text.deprecatedOn} rules={rules}>
          <DayField aria-label={text.deprecatedOn} />
        </Form.Item>
        <Form.Item name="sunset_on" label={text.sunsetOn} extra={text.sunsetHint} rules={rules}>
          <DayField aria-label={text.sunsetOn} />
        </Form.Item>
      </Form>
    </Dialog>
  )
}
