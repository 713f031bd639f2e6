import { useQueryClient } from '@tanstack/react-query'
import { Alert, Button, Form } from 'antd'
import { useState } from 'react'
import { message } from '../../../../lib/announce.ts'
import { api } from '../../../../lib/api.ts'
import { describeError } from '../../../../lib/describe-error.ts'
import { dropDraft } from '../../../../lib/drafts.ts'
import { isStale, readStale } from '../../../../lib/read-stale.ts'
import { useCan } from '../../../../lib/session.ts'
import { ErrorBlock } from '../../../../ui/error-block.tsx'
import { FormDraft } from '../../../../ui/form-draft.tsx'
import { Held } from '../../../../ui/held.tsx'
import { readFormValues, toFormValues } from '../../../../ui/param-values.ts'
import { Section } from '../../../../ui/section.tsx'
import { Skeleton } from '../../../../ui/skeleton.tsx'
import { StaleNote } from '../../../../ui/stale-note.tsx'
import { isSameParams, readProblems } from '../model.ts'
import type { Connector, ConnectorForm, Platform } from '../types.ts'
import { useText } from '../use-text.ts'
import { BasicFields } from './basic-fields.tsx'
import { ConnectorParams } from './connector-params.tsx'
import { ConnectorSummary } from './connector-summary.tsx'
import { HelpPanel } from './help-panel.tsx'
import { refreshConnectors, usePlatforms } from './queries.ts'
import { TestResult } from './test-result.tsx'
import { useParamTest } from './use-param-test.ts'
import { useSecrets } from './use-secrets.ts'
import { showProblems, validate } from './validate.ts'

/** The parameters: a form for who may change them, a list for who may not. */
export function ParamsTab({ connector }: { readonly connector: Connector }) {
  const text = useText().detail
  const can = useCan()
  const { data, error, refetch, isLoading } = usePlatforms()
  const [loaded, setLoaded] = useState(0)
  const platform = data?.find(candidate => candidate.id === connector.platform_id)
  if (error && !data) return <ErrorBlock error={error} onRetry={() => void refetch()} />
  if (isLoading)
    return (
      <Section>
        <Skeleton rows={8} />
      </Section>
    )
  if (!platform || !can('connector:update'))
    return (
      <Section>
        <Alert type="info" showIcon className="cn-alert" title={platform ? text.mayNotEdit : text.platformGone} />
        <ConnectorSummary connector={connector} />
      </Section>
    )
  return (
    <div className="cn-split">
      <Editor key={loaded} connector={connector} platform={platform} onReload={() => setLoaded(loaded + 1)} />
      <HelpPanel platform={platform} />
    </div>
  )
}

interface EditorProps {
  readonly connector: Connector
  readonly platform: Platform
  /** Start over with what the server has now. */
  onReload(): void
}

const toForm = (connector: Connector, platform: Platform): ConnectorForm => ({
  name: connector.name,
  env: connector.env,
  remark: connector.remark,
  rate_per_second: connector.rate_per_second,
  concurrency: connector.concurrency,
  params: toFormValues(platform.connector_params, connector.params),
})

function Editor({ connector: latest, platform, onReload }: EditorProps) {
  const words = useText()
  const text = words.detail
  // The form keeps to the version it began with: a newer one arriving unseen must end in a conflict, not in a loss.
  const [base, setBase] = useState(latest)
  const [form] = Form.useForm<ConnectorForm>()
  const values: ConnectorForm = Form.useWatch(all => all as ConnectorForm, { form, preserve: true }) // the form's own type
  const test = useParamTest(platform, base.id)
  const save = useSave(base, platform)
  const start = toForm(base, platform)
  const about = `connector/${base.id}`
  const secrets = useSecrets(platform)
  const isChanged = values?.name !== undefined && !isSameForm(platform, values, start)
  const submit = async () => {
    if (!(await validate(form, ['name', 'params']))) return
    const result = await save.run(form.getFieldsValue(true))
    if ('saved' in result) {
      dropDraft(about)
      setBase(result.saved)
      form.setFieldsValue(toForm(result.saved, platform))
    } else showProblems(form, readProblems(result.error))
  }
  const undo = () => {
    form.resetFields()
    form.setFieldsValue(start)
    test.cancel()
  }
  return (
    <Section>
      {base.running_strategy_count > 0 && (
        <Alert type="info" showIcon className="cn-alert" title={text.inUse(base.running_strategy_count)} />
      )}
      <Form form={form} layout="vertical" className="cn-form" initialValues={start} onFinish={submit}>
        <FormDraft key={base.version} about={about} without={secrets} version={base.version} />
        <Held isHeld={save.isSaving}>
          <BasicFields platformName={platform.name} />
          <ConnectorParams platform={platform} stored={base.params} />
        </Held>
        <SaveError error={save.error} onReload={onReload} />
        <div className="cn-bar">
          <Button type="primary" htmlType="submit" loading={save.isSaving} disabled={!isChanged}>
            {text.save}
          </Button>
          <Button
            loading={test.state.kind === 'running'}
            onClick={async () => (await validate(form, ['params'])) && test.start(form.getFieldsValue(true).params)}
          >
            {words.test.start}
          </Button>
          {isChanged && (
            <>
              <Button type="link" onClick={undo}>
                {text.reset}
              </Button>
              <span className="sl-muted" role="status">
                {text.unsaved}
              </span>
            </>
          )}
        </div>
      </Form>
      {test.state.kind !== 'idle' && (
        <div className="cn-edit-test" key={test.state.kind} ref={showWhole}>
          <TestResult state={test.state} onCancel={test.cancel} />
        </div>
      )}
    </Section>
  )
}

/** A test's result appears below the buttons of a long form, so it is scrolled into sight. */
const showWhole = (element: HTMLElement | null): void => element?.scrollIntoView({ block: 'nearest' })

function isSameForm(platform: Platform, a: ConnectorForm, b: ConnectorForm): boolean {
  const read = ({ params }: ConnectorForm) => readFormValues(platform.connector_params, params ?? {})
  const isSameLimit = (limit: 'rate_per_second' | 'concurrency') => (a[limit] ?? null) === (b[limit] ?? null)
  const isSameHead = a.name === b.name && a.env === b.env && a.remark === b.remark
  return isSameHead && isSameLimit('rate_per_second') && isSameLimit('concurrency') && isSameParams(read(a), read(b))
}

function useSave(base: Connector, platform: Platform) {
  const text = useText().detail
  const client = useQueryClient()
  const [error, setError] = useState<unknown>(null)
  const [isSaving, setSaving] = useState(false)
  const run = async (form: ConnectorForm): Promise<{ readonly saved: Connector } | { readonly error: unknown }> => {
    setSaving(true)
    setError(null)
    const params = readFormValues(platform.connector_params, form.params ?? {})
    const body = {
      name: form.name.trim(),
      env: form.env,
      remark: form.remark,
      rate_per_second: form.rate_per_second ?? null,
      concurrency: form.concurrency ?? null,
      params,
      version: base.version,
    }
    try {
      const { content } = await api.connector.update({ params: { id: base.id }, body })
      message.success(text.saved)
      await refreshConnectors(client)
      return { saved: content }
    } catch (failure) {
      setError(failure)
      return { error: failure }
    } finally {
      setSaving(false)
    }
  }
  return { run, error, isSaving }
}

function SaveError({ error, onReload }: { readonly error: unknown; onReload(): void }) {
  const words = useText()
  const client = useQueryClient()
  if (error === null) return null
  if (readProblems(error).length > 0)
    return <Alert type="error" showIcon className="cn-alert" title={words.create.problems} />
  if (!isStale(error)) return <Alert type="error" showIcon className="cn-alert" title={describeError(error).message} />
  const reload = async () => {
    await refreshConnectors(client)
    onReload()
  }
  return <StaleNote saved={readStale(error)} onReload={() => void reload()} />
}
