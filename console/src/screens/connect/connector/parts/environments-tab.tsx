import { ApiError, type ContentOut } from '@sluice/contract'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Alert, Form, Tag } from 'antd'
import { useState } from 'react'
import { message } from '../../../../lib/announce.ts'
import { api } from '../../../../lib/api.ts'
import { describeError } from '../../../../lib/describe-error.ts'
import { dropDraft } from '../../../../lib/drafts.ts'
import { useFormat } from '../../../../lib/format.ts'
import { useWords } from '../../../../lib/i18n.ts'
import { CanButton } from '../../../../ui/can.tsx'
import { ConfirmDanger } from '../../../../ui/confirm-danger.tsx'
import { Dialog } from '../../../../ui/dialog.tsx'
import { ErrorBlock } from '../../../../ui/error-block.tsx'
import { FormDraft } from '../../../../ui/form-draft.tsx'
import { isShown, readFormValues, toFormValues } from '../../../../ui/param-values.ts'
import { RelativeTime } from '../../../../ui/relative-time.tsx'
import { Section } from '../../../../ui/section.tsx'
import { Skeleton } from '../../../../ui/skeleton.tsx'
import { StateTag } from '../../../../ui/state-tag.tsx'
import { describeParams } from '../describe-params.ts'
import { readProblems } from '../model.ts'
import type { Connector, ConnectorForm, Platform, Use } from '../types.ts'
import { useEnvText } from '../use-env-text.ts'
import { ConnectorParams } from './connector-params.tsx'
import { Filled } from './connector-summary.tsx'
import { refreshConnectors, usePlatforms } from './queries.ts'
import { TestResult } from './test-result.tsx'
import { useSecrets } from './use-secrets.ts'
import { useTest } from './use-test.ts'
import { showProblems, validate } from './validate.ts'

type Environment = ContentOut<
  typeof import('@sluice/api/modules/connect/connector-env/contract.ts')['connectorEnv']['list']
>[number]

/** Parameters for production, test and development side by side; one of them is in use. */
export function EnvironmentsTab({ connector }: { readonly connector: Connector }) {
  const { data: platforms } = usePlatforms()
  const { data, error, refetch } = useQuery(api.connectorEnv.list.query({ params: { id: connector.id } }))
  const platform = platforms?.find(candidate => candidate.id === connector.platform_id)
  if (error) return <ErrorBlock error={error} onRetry={() => void refetch()} />
  if (!data) return <Skeleton rows={6} />
  return (
    <div className="cn-envs">
      {data.content.map(environment => (
        <EnvironmentCard
          key={environment.env}
          connector={connector}
          environment={environment}
          {...(platform && { platform })}
        />
      ))}
    </div>
  )
}

interface CardProps {
  readonly connector: Connector
  readonly environment: Environment
  readonly platform?: Platform
}

function EnvironmentCard({ connector, environment, platform }: CardProps) {
  const text = useEnvText()
  const client = useQueryClient()
  const test = useTest()
  const [asking, setAsking] = useState<'edit' | 'switch' | null>(null)
  const { env, is_active, is_set } = environment
  const startTest = async () => {
    await test.start(signal => api.connectorEnv.test({ params: { id: connector.id, env }, signal }))
    await refresh(client)
  }
  return (
    <Section
      title={
        <>
          {text.envs[env]} {is_active && <Tag color="cyan">{text.active}</Tag>}{' '}
          {is_set && <StateTag kind="connector" state={environment.status} />}
        </>
      }
      text={
        is_set ? (
          <>
            {text.lastTest} <RelativeTime value={environment.last_test_at} />
          </>
        ) : (
          text.empty
        )
      }
    >
      {is_set && platform && <Facts platform={platform} environment={environment} />}
      <div className="cn-bar">
        {is_active ? (
          <span className="sl-muted">{text.useParamsTab}</span>
        ) : (
          <CanButton size="small" authority="connector:update" onClick={() => setAsking('edit')}>
            {is_set ? text.edit : text.fill}
          </CanButton>
        )}
        {is_set && (
          <CanButton size="small" loading={test.state.kind === 'running'} onClick={() => void startTest()}>
            {text.test}
          </CanButton>
        )}
        {is_set && !is_active && (
          <CanButton size="small" type="primary" authority="connector:update" onClick={() => setAsking('switch')}>
            {text.switchTo}
          </CanButton>
        )}
      </div>
      {test.state.kind !== 'idle' && <TestResult state={test.state} onCancel={test.cancel} />}
      {asking === 'edit' && platform && (
        <EditDialog
          connector={connector}
          environment={environment}
          platform={platform}
          onClose={() => setAsking(null)}
        />
      )}
      {asking === 'switch' && (
        <SwitchDialog connector={connector} environment={environment} onClose={() => setAsking(null)} />
      )}
    </Section>
  )
}

/** What differs between the environments is seen without opening any. */
function Facts({ platform, environment }: Required<Pick<CardProps, 'platform' | 'environment'>>) {
  const say = useWords()
  const shown = platform.connector_params.filter(param => isShown(param, environment.params))
  return (
    <dl className="sl-facts">
      {describeParams(shown, environment.params, say).map(filled => (
        <div key={filled.param.field}>
          <dt>{say(filled.param.label)}</dt>
          <dd>
            <Filled filled={filled} />
          </dd>
        </div>
      ))}
    </dl>
  )
}

async function refresh(client: ReturnType<typeof useQueryClient>): Promise<void> {
  await refreshConnectors(client)
  await client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] === 'connectorEnv' })
}

interface EditProps extends Required<CardProps> {
  onClose(): void
}

function EditDialog({ connector, environment, platform, onClose }: EditProps) {
  const text = useEnvText()
  const client = useQueryClient()
  const [form] = Form.useForm<ConnectorForm>()
  const [failure, setFailure] = useState<string | null>(null)
  const { env } = environment
  const about = `connector/${connector.id}/${env}`
  const secrets = useSecrets(platform)
  const { mutate, isPending } = useMutation({
    mutationFn: () => {
      const params = readFormValues(platform.connector_params, form.getFieldsValue(true).params ?? {})
      return api.connectorEnv.save({ params: { id: connector.id, env }, body: { params } })
    },
    onSuccess: async () => {
      dropDraft(about)
      message.success(text.saved)
      onClose()
      await refresh(client)
    },
    onError: error => {
      const problems = readProblems(error)
      if (problems.length > 0) showProblems(form, problems)
      else setFailure(describeError(error).message)
    },
  })
  return (
    <Dialog
      open
      about={about}
      width={720}
      title={text.editTitle(text.envs[env])}
      okText={text.save}
      cancelText={text.cancel}
      confirmLoading={isPending}
      onOk={async () => (await validate(form, ['params'])) && mutate()}
      onCancel={onClose}
    >
      {failure !== null && <Alert type="error" showIcon title={failure} />}
      {/* Named, so that its inputs have other ids than those of the page behind it. */}
      <Form
        name="environment"
        form={form}
        layout="vertical"
        initialValues={{ params: toFormValues(platform.connector_params, environment.params) }}
      >
        <FormDraft about={about} without={secrets} />
        <ConnectorParams platform={platform} stored={environment.params} />
      </Form>
    </Dialog>
  )
}

interface SwitchProps {
  readonly connector: Connector
  readonly environment: Environment
  onClose(): void
}

/** Asks twice where started strategies would move along: the second time they are named. */
function SwitchDialog({ connector, environment, onClose }: SwitchProps) {
  const text = useEnvText()
  const client = useQueryClient()
  const [uses, setUses] = useState<readonly Use[]>([])
  const env = environment.env
  const { mutate, isPending } = useMutation({
    mutationFn: () =>
      api.connectorEnv.switch({
        params: { id: connector.id },
        body: { env, version: connector.version, confirmed: uses.length > 0 },
      }),
    onSuccess: async () => {
      message.success(text.switched(text.envs[env]))
      onClose()
      await refresh(client)
    },
    onError: error => {
      // The refusal names the started strategies.
      if (error instanceof ApiError && error.body?.code === 'conflict.confirmSwitch')
        setUses(error.body.content as Use[])
      else message.error(describeError(error).message)
    },
  })
  return (
    <ConfirmDanger
      open
      title={text.switchTitle(text.envs[env])}
      text={
        <>
          <p>{text.switchText}</p>
          <Tested environment={environment} />
          {uses.length > 0 && (
            <Alert
              type="warning"
              showIcon
              title={text.switchStrategies}
              description={
                <ul>
                  {uses.map(use => (
                    <li key={use.id}>{use.name}</li>
                  ))}
                </ul>
              }
            />
          )}
        </>
      }
      action={text.switchTo}
      isBusy={isPending}
      onConfirm={() => mutate()}
      onCancel={onClose}
    />
  )
}

const TESTED = { ok: 'success', failed: 'error', untested: 'warning' } as const

/** What is known about parameters before anything runs with them. */
function Tested({ environment: { status, last_test_at } }: Pick<SwitchProps, 'environment'>) {
  const text = useEnvText().tested
  const { time } = useFormat()
  return (
    <Alert
      className="cn-alert"
      showIcon
      type={TESTED[status]}
      title={last_test_at === null ? text.never : text[status](time(last_test_at))}
    />
  )
}
