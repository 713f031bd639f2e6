import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Alert, Button, Steps } from 'antd'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { message } from '../../../../lib/announce.ts'
import { api } from '../../../../lib/api.ts'
import { describeError } from '../../../../lib/describe-error.ts'
import { dropDraft } from '../../../../lib/drafts.ts'
import { CanButton } from '../../../../ui/can.tsx'
import { Drawer } from '../../../../ui/drawer.tsx'
import { RestoredNote } from '../../../../ui/restored-note.tsx'
import { installationDetail } from '../../installation/pages.ts'
import { ParameterFields } from '../parts/parameter-fields.tsx'
import type { Detail, Plan } from '../types.ts'
import { useText } from '../use-text.ts'
import { ConnectionStep } from './connection-step.tsx'
import { FlowStep } from './flow-step.tsx'
import { PreviewStep } from './preview-step.tsx'
import { aboutInstall, problemsOf, useWizard, wizardSteps } from './use-wizard.ts'

export interface InstallWizardProps {
  readonly detail: Detail
  onClose(): void
}

const LAST = wizardSteps.length - 1

/** From a package to an installation in four steps. */
export function InstallWizard({ detail, onClose }: InstallWizardProps) {
  const text = useText().wizard
  const { choice, connectors, set, wish, kept } = useWizard(detail)
  const [step, setStep] = useState(0)
  const [missing, setMissing] = useState<Readonly<Record<string, string>>>({})
  const { plan, install } = useInstall(detail, onClose)
  const ask = useEffectEvent(() => plan.mutate(wish))
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (step === LAST) ask()
    heading.current?.focus()
  }, [step])
  const problems = { ...problemsOf(plan.data?.content, 'params'), ...missing }
  const go = (to: number) => {
    setMissing({})
    setStep(to)
  }
  const next = () => {
    const lacks = step === 2 ? findMissing(detail, choice.params) : []
    if (lacks.length === 0) go(step + 1)
    else setMissing(Object.fromEntries(lacks.map(name => [name, text.missing])))
  }
  const { content } = plan.data ?? {}
  const isReady = content?.problems.length === 0 && !plan.isPending
  return (
    <Drawer
      open
      size={760}
      title={text.title(detail.title)}
      onClose={onClose}
      footer={
        <div className="mk-foot">
          {step > 0 && <Button onClick={() => go(step - 1)}>{text.back}</Button>}
          {step < LAST && (
            <Button type="primary" onClick={next}>
              {text.next}
            </Button>
          )}
          {step === LAST && !isReady && (
            <Button loading={plan.isPending} onClick={() => plan.mutate(wish)}>
              {text.retry}
            </Button>
          )}
          {step === LAST && (
            <CanButton
              type="primary"
              authority="market:install"
              loading={install.isPending}
              {...(!isReady && { reason: content ? text.problems(content.problems.length) : text.planning })}
              onClick={() => content && install.mutate({ ...wish, hash: content.hash })}
            >
              {text.install}
            </CanButton>
          )}
        </div>
      }
    >
      <Steps
        className="mk-steps"
        size="small"
        current={step}
        onChange={to => (to < step ? go(to) : undefined)}
        items={wizardSteps.map(name => ({ title: text.steps[name] }))}
      />
      <h3 ref={heading} tabIndex={-1}>
        {text.steps[wizardSteps[step] ?? 'preview']}
      </h3>
      {step === 0 && <RestoredNote typed={kept} />}
      {step === 0 && (
        <ConnectionStep
          detail={detail}
          connectors={connectors}
          problems={problemsOf(content, 'connectors')}
          onChange={(slot, id) => set({ connectors: { ...choice.connectors, [slot]: id } })}
        />
      )}
      {step === 1 && <FlowStep detail={detail} choice={choice} plan={content} onChange={set} />}
      {step === 2 && <p className="sl-muted">{text.paramsText}</p>}
      {step === 2 && (
        <ParameterFields
          parameters={detail.parameters}
          values={choice.params}
          problems={problems}
          onChange={(name, value) => set({ params: { ...choice.params, [name]: value } })}
        />
      )}
      {step === 2 && detail.parameters.length === 0 && <NoParameters />}
      {step === LAST && plan.error && <Alert type="error" showIcon title={describeError(plan.error).message} />}
      {step === LAST && install.error && <Alert type="error" showIcon title={describeError(install.error).message} />}
      {step === LAST && <PreviewStep wish={wish} plan={content} isPending={plan.isPending} onGo={go} />}
    </Drawer>
  )
}

function NoParameters() {
  return <p>{useText().noParameters}</p>
}

const findMissing = ({ parameters }: Detail, values: Readonly<Record<string, string>>): string[] =>
  parameters.filter(({ name, required }) => required && !values[name]?.trim()).map(({ name }) => name)

function useInstall(detail: Detail, onClose: () => void) {
  const text = useText().wizard
  const client = useQueryClient()
  const navigate = useNavigate()
  const plan = useMutation({
    mutationFn: (body: Parameters<typeof api.installation.plan>[0]['body']) => api.installation.plan({ body }),
  })
  const install = useMutation({
    mutationFn: (body: Parameters<typeof api.installation.create>[0]['body']) => api.installation.create({ body }),
    onSuccess: async ({ content }) => {
      dropDraft(aboutInstall(detail.ref))
      message.success(text.done)
      onClose()
      void client.invalidateQueries()
      await navigate(installationDetail.href({ params: { id: content.id } }))
    },
    onError: (_, { hash: agreed, ...wish }) =>
      plan.mutate(wish, {
        onSuccess: ({ content }: { content: Plan }) => {
          if (content.hash !== agreed) void message.warning(text.moved)
        },
      }),
  })
  return { plan, install }
}
