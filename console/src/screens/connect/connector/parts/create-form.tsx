import { useQueryClient } from '@tanstack/react-query'
import { Alert, Button, Form } from 'antd'
import { useState } from 'react'
import { api } from '../../../../lib/api.ts'
import { useWords } from '../../../../lib/i18n.ts'
import { Held } from '../../../../ui/held.tsx'
import { isShown, readFormValues } from '../../../../ui/param-values.ts'
import { PlatformIcon } from '../../../../ui/platform-icon.tsx'
import { Section } from '../../../../ui/section.tsx'
import { listSecrets, readProblems, stepOf } from '../model.ts'
import { connectorCreate, type createSteps } from '../pages.ts'
import type { ConnectorForm, Platform } from '../types.ts'
import { useText } from '../use-text.ts'
import { BasicFields } from './basic-fields.tsx'
import { ConnectorParams } from './connector-params.tsx'
import { CreateTest } from './create-test.tsx'
import { dropForm, keepForm, startForm } from './draft.ts'
import { HelpPanel } from './help-panel.tsx'
import { refreshConnectors } from './queries.ts'
import { StepStart } from './step-start.tsx'
import { useParamTest } from './use-param-test.ts'
import { showProblems, validate } from './validate.ts'

type Step = (typeof createSteps)[number]

export interface CreateFormProps {
  readonly platform: Platform
  readonly step: Step
  readonly moves: number
}

/** Steps two to four: one form whose parts are shown in turn. */
export function CreateForm({ platform, step, moves }: CreateFormProps) {
  const [search, setSearch] = connectorCreate.useSearch()
  const [form] = Form.useForm<ConnectorForm>()
  const [draft] = useState(() => startForm(platform, search.params))
  const test = useParamTest(platform)
  const save = useSave(platform)
  const go = (next: Step) => setSearch({ step: next })
  // Every value, also of parameters that are not shown just now.
  const read = (): ConnectorForm => form.getFieldsValue(true)
  const startTest = () => test.start(read().params)
  const toTest = async () => {
    if (!(await validate(form, ['params']))) return
    go('test')
    await startTest()
  }
  const toParams = async () => {
    if (await validate(form, ['name'])) go('params')
  }
  const goOn = step === 'basic' ? toParams : toTest
  const trySave = async () => {
    // Fields of the steps before are mounted, so a value lost by a reload is found here.
    if (!(await validate(form, ['name']))) return go('basic')
    if (!(await validate(form, ['params']))) return go('params')
    const problems = readProblems(await save.run(read()))
    const [first] = problems
    if (!first) return
    go(stepOf(first))
    showProblems(form, problems)
  }
  return (
    <div hidden={step === 'platform'} className={step === 'test' ? '' : 'cn-split'}>
      <Section>
        <Held isHeld={save.isSaving}>
          <Form
            form={form}
            layout="vertical"
            className={step === 'test' ? '' : 'cn-form'}
            requiredMark
            initialValues={draft.values}
            onValuesChange={() => keepForm(platform, read())}
            // Enter goes on as the button does; each step asks for its own fields only.
            onSubmitCapture={event => {
              event.preventDefault()
              event.stopPropagation()
              void goOn()
            }}
          >
            {step !== 'test' && <ChosenPlatform platform={platform} onChange={() => go('platform')} />}
            <div hidden={step !== 'basic'}>
              <StepStart moves={moves} isShown={step === 'basic'} />
              <BasicFields platformName={platform.name} />
              <Bar isShown={step === 'basic'} onBack={() => go('platform')} />
            </div>
            <div hidden={step !== 'params'}>
              <StepStart moves={moves} isShown={step === 'params'} />
              {draft.isRestored && <SecretsLost platform={platform} />}
              <ConnectorParams platform={platform} onFilled={() => keepForm(platform, read())} />
              <Bar isLast isShown={step === 'params'} onBack={() => go('basic')} />
            </div>
          </Form>
        </Held>
        {step === 'test' && (
          <CreateTest
            moves={moves}
            test={test}
            params={readFormValues(platform.connector_params, read().params ?? {})}
            error={save.error}
            isSaving={save.isSaving}
            onTest={async () => ((await validate(form, ['params'])) ? startTest() : go('params'))}
            onBack={() => go('params')}
            onSave={trySave}
          />
        )}
      </Section>
      {step !== 'test' && <HelpPanel platform={platform} />}
    </div>
  )
}

/** Saves; answers the error, or undefined when the wizard has gone on. */
function useSave(platform: Platform) {
  const client = useQueryClient()
  const [, setSearch] = connectorCreate.useSearch()
  const [error, setError] = useState<unknown>(null)
  const [isSaving, setSaving] = useState(false)
  const run = async (values: ConnectorForm): Promise<unknown> => {
    setSaving(true)
    setError(null)
    const body = {
      platform_id: platform.id,
      name: values.name.trim(),
      env: values.env,
      remark: values.remark,
      rate_per_second: values.rate_per_second ?? null,
      concurrency: values.concurrency ?? null,
      params: readFormValues(platform.connector_params, values.params ?? {}),
    }
    try {
      const { content } = await api.connector.create({ body })
      dropForm()
      setSearch({ step: 'done', id: content.id, platform: undefined, params: undefined }, { replace: true })
      await refreshConnectors(client)
      return undefined
    } catch (failure) {
      setError(failure)
      return failure
    } finally {
      setSaving(false)
    }
  }
  return { run, error, isSaving }
}

function ChosenPlatform({ platform, onChange }: { readonly platform: Platform; onChange(): void }) {
  const text = useText().create
  return (
    <div className="cn-chosen-platform">
      <PlatformIcon icon={platform.icon} size={40} />
      <div>
        <strong>{platform.name}</strong>
        <p>{platform.describe}</p>
      </div>
      <Button onClick={onChange}>{text.change}</Button>
    </div>
  )
}

interface BarProps {
  readonly isLast?: boolean
  /** Enter presses the button of the step that is shown. */
  readonly isShown: boolean
  onBack(): void
}

function Bar({ isLast, isShown, onBack }: BarProps) {
  const text = useText().create
  return (
    <div className="cn-bar cn-wizard-foot">
      <Button onClick={onBack}>{text.back}</Button>
      {/* Where a platform asks for nothing, this is all there is to do. */}
      <Button type="primary" data-start htmlType={isShown ? 'submit' : 'button'}>
        {isLast ? text.toTest : text.next}
      </Button>
    </div>
  )
}

/** After a reload: which secrets must be entered again. Gone as soon as they are. */
function SecretsLost({ platform }: { readonly platform: Platform }) {
  const text = useText().create
  const say = useWords()
  const values: ConnectorForm['params'] = Form.useWatch(['params']) ?? {}
  const missing = listSecrets(platform.connector_params).filter(param => isShown(param, values) && !values[param.field])
  if (missing.length === 0) return null
  const labels = missing.map(param => say(param.label)).join(', ')
  return <Alert type="info" showIcon className="cn-alert" title={text.secretsLost(labels)} />
}
