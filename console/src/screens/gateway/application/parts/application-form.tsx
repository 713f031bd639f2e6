import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Alert, Form, Input, Select } from 'antd'
import { Suspense, useState } from 'react'
import { message } from '../../../../lib/announce.ts'
import { api } from '../../../../lib/api.ts'
import { dayOf, toInstant } from '../../../../lib/day.ts'
import { describeError } from '../../../../lib/describe-error.ts'
import { dropDraft } from '../../../../lib/drafts.ts'
import { useTimeZone } from '../../../../lib/session.ts'
import { DayField } from '../../../../ui/day-field.tsx'
import { Dialog } from '../../../../ui/dialog.tsx'
import { FormDraft } from '../../../../ui/form-draft.tsx'
import { lazyPart } from '../../../../ui/lazy-part.tsx'
import type { Application, Credentials } from '../types.ts'
import { useText } from '../use-text.ts'
import { AssetFields } from './asset-fields.tsx'
import { BodyFields } from './body-fields.tsx'
import { type OnBreak, readBroken } from './broken.ts'
import { LimitFields } from './limit-fields.tsx'
import { MapField } from './map-field.tsx'
import { refreshApplications } from './refresh.ts'
import { ScopeFields } from './scope-fields.tsx'

const BreakDialog = lazyPart(async () => ({ default: (await import('./break-dialog.tsx')).BreakDialog }))

type Masks = { field: string; rule: 'hide' | 'ends' | 'hash' }[]

interface Values {
  readonly name: string
  readonly remark: string
  /** Its last day. */
  readonly expires_on?: string | undefined
  readonly ip_allow: string[]
  readonly plan_id: string | null
  readonly rate_per_minute: number | null
  readonly burst: number | null
  readonly quota_per_day: number | null
  readonly quota_per_month: number | null
  readonly concurrency: number | null
  readonly map_ids: string[]
  readonly body_policy: Application['body_policy']
  readonly body_days: number
  readonly scopes: (Pick<
    Application['scopes'][number],
    'strategy_id' | 'operations' | 'fields' | 'row_filter' | 'body_policy'
  > & {
    masks: Masks
  })[]
  readonly assets: (Pick<Application['assets'][number], 'asset_id' | 'connector_id' | 'fields' | 'body_policy'> & {
    masks: Masks
  })[]
}

const NEW: Values = {
  name: '',
  remark: '',
  ip_allow: [],
  plan_id: null,
  rate_per_minute: 60,
  burst: 60,
  quota_per_day: null,
  quota_per_month: null,
  concurrency: null,
  map_ids: [],
  body_policy: 'off',
  body_days: 7,
  scopes: [],
  assets: [],
}

export interface ApplicationFormProps {
  /** Absent: a new one. */
  readonly application?: Application
  onMade?(made: Credentials): void
  onClose(): void
}

/** Who may call, what, how often and from where. */
export function ApplicationForm({ application: latest, onMade, onClose }: ApplicationFormProps) {
  const text = useText().form
  const zone = useTimeZone()
  // It keeps to what it began with: a newer one arriving unseen must end in a refused save, not in a loss.
  const [application] = useState(latest)
  const [form] = Form.useForm<Values>()
  const about = `gateway-application/${application?.id ?? 'new'}`
  const { mutate, isPending, error, variables, reset } = useSave(application, made => {
    dropDraft(about)
    onClose()
    if (made) onMade?.(made)
  })
  const broken = readBroken(error)
  return (
    <Dialog
      open
      about={about}
      width={720}
      title={application ? text.editTitle : text.createTitle}
      okText={text.save}
      cancelText={text.cancel}
      confirmLoading={isPending}
      onOk={() => form.submit()}
      onCancel={onClose}
    >
      {broken && variables && (
        <Suspense>
          <BreakDialog
            broken={broken}
            isBusy={isPending}
            onDecide={onBreak => mutate({ values: variables.values, onBreak })}
            onClose={reset}
          />
        </Suspense>
      )}
      {error && !broken && (
        <Alert type="error" showIcon title={describeError(error).message} className="sl-form-notice" />
      )}
      <Form
        form={form}
        layout="vertical"
        initialValues={application ? toValues(application, zone) : NEW}
        onFinish={(values: Values) => mutate({ values })}
      >
        <FormDraft about={about} />
        <Fields />
        <ScopeFields />
        <AssetFields />
        <BodyFields />
        <MapField of={application?.maps ?? []} />
      </Form>
    </Dialog>
  )
}

const toValues = ({ expires_at, scopes, assets, maps, ...application }: Application, zone: string): Values => ({
  ...application,
  expires_on: expires_at === null ? undefined : dayOf(Date.parse(expires_at) - 1, zone),
  map_ids: maps.map(({ id }) => id),
  scopes: scopes.map(({ strategy_name: _name, version: _version, masks, ...scope }) => ({
    ...scope,
    masks: toRows(masks),
  })),
  assets: assets.map(({ asset_id, connector_id, fields, masks, body_policy }) => ({
    ...{ asset_id, connector_id, fields, body_policy },
    masks: toRows(masks),
  })),
})

const toRows = (masks: Application['scopes'][number]['masks']): Masks =>
  Object.entries(masks).map(([field, rule]) => ({ field, rule }))
const toRules = (rows: Masks | undefined) => Object.fromEntries((rows ?? []).map(({ field, rule }) => [field, rule]))

interface Saving {
  readonly values: Values
  readonly onBreak?: OnBreak
}

function useSave(application: Application | undefined, after: (made: Credentials | null) => void) {
  const text = useText()
  const client = useQueryClient()
  const zone = useTimeZone()
  return useMutation({
    mutationFn: async ({ values, onBreak }: Saving) => {
      const { name, remark, expires_on, ip_allow, scopes, assets, ...limits } = values
      const body = {
        ...{ name, remark, ip_allow },
        plan_id: limits.plan_id ?? null,
        rate_per_minute: limits.rate_per_minute ?? null,
        burst: limits.burst ?? null,
        quota_per_day: limits.quota_per_day ?? null,
        quota_per_month: limits.quota_per_month ?? null,
        concurrency: limits.concurrency ?? null,
        map_ids: limits.map_ids,
        body_policy: limits.body_policy,
        body_days: limits.body_days,
        expires_at: toInstant(expires_on, zone, 1) ?? null,
        scopes: scopes.map(scope => ({
          ...scope,
          fields: scope.fields ?? [],
          masks: toRules(scope.masks),
          row_filter: scope.row_filter ?? [],
          body_policy: scope.body_policy ?? null,
        })),
        assets: (assets ?? []).map(each => ({
          ...each,
          fields: each.fields ?? [],
          masks: toRules(each.masks),
          body_policy: each.body_policy ?? null,
        })),
      }
      if (!application) return (await api.application.create({ body })).content
      await api.application.update({
        params: { id: application.id },
        body: { ...body, version: application.version, ...(onBreak && { on_break: onBreak }) },
      })
      return null
    },
    onSuccess: async made => {
      message.success(text.saved)
      after(made)
      await refreshApplications(client)
    },
  })
}

function Fields() {
  const text = useText().form
  return (
    <>
      <Form.Item name="name" label={text.name} rules={[{ required: true, whitespace: true, message: text.required }]}>
        <Input maxLength={60} autoComplete="off" />
      </Form.Item>
      <Form.Item name="remark" label={text.remark}>
        <Input.TextArea maxLength={500} autoSize={{ minRows: 2, maxRows: 4 }} />
      </Form.Item>
      <Form.Item name="expires_on" label={text.expires} extra={text.expiresHint}>
        <DayField aria-label={text.expires} />
      </Form.Item>
      <Form.Item name="ip_allow" label={text.addresses} extra={text.addressesHint}>
        <Select mode="tags" open={false} suffixIcon={null} tokenSeparators={[',', ' ', ';']} maxCount={100} />
      </Form.Item>
      <LimitFields />
    </>
  )
}
