import { useMutation } from '@tanstack/react-query'
import { Alert, Button, Checkbox, Form, Input, Space } from 'antd'
import { useRef, useState } from 'react'
import { message } from '../../../../lib/announce.ts'
import { api } from '../../../../lib/api.ts'
import { describeError } from '../../../../lib/describe-error.ts'
import { queryClient } from '../../../../lib/query.ts'
import { CanButton } from '../../../../ui/can.tsx'
import { ConfirmDanger } from '../../../../ui/confirm-danger.tsx'
import { Section } from '../../../../ui/section.tsx'
import type { ConfigFile, Plan } from '../types.ts'
import { useText } from '../use-text.ts'
import { FileChoice } from './file-choice.tsx'
import { PlanView } from './plan-view.tsx'

const PLACEHOLDER = /\$\{secret:([A-Za-z_][A-Za-z0-9_]{0,199})\}/g

/** Placeholders of the chosen files, each once. */
const listSecrets = (files: readonly ConfigFile[]): string[] =>
  [...new Set(files.flatMap(({ text }) => [...text.matchAll(PLACEHOLDER)].map(([, name = '']) => name)))].sort()

/** Files, what applying them would do, and doing it. */
export function PlanSection() {
  const text = useText()
  const [files, setFiles] = useState<readonly ConfigFile[]>([])
  const [prune, setPrune] = useState(false)
  const [state, setState] = useState(false)
  const [given, setGiven] = useState<Readonly<Record<string, string>>>({})
  const { plan, apply, cancel, reset } = useWork({ files, prune, state, given })
  const names = listSecrets(files)
  /** What was planned is not what would be applied any more. */
  const change = (set: () => void): void => {
    set()
    reset()
  }
  return (
    <>
      <Section title={text.plan} text={text.planText}>
        <Space orientation="vertical" size="middle">
          <FileChoice files={files} onFiles={value => change(() => setFiles(value))} />
          <Checkbox checked={prune} onChange={event => change(() => setPrune(event.target.checked))}>
            {text.prune}
          </Checkbox>
          <Checkbox checked={state} onChange={event => change(() => setState(event.target.checked))}>
            {text.state}
          </Checkbox>
          {names.length > 0 && (
            <SecretFields names={names} given={given} onGiven={value => change(() => setGiven(value))} />
          )}
          <Space>
            <CanButton
              type="primary"
              authority="strategy:update"
              loading={plan.isPending}
              {...(files.length === 0 && { reason: text.noFiles })}
              onClick={() => plan.mutate()}
            >
              {text.make}
            </CanButton>
            {(plan.isPending || apply.isPending) && <Button onClick={cancel}>{text.cancel}</Button>}
          </Space>
          <div aria-live="polite">{plan.isPending && text.making}</div>
          {plan.error && !isCancelled(plan.error) && (
            <Alert type="error" showIcon title={describeError(plan.error).message} />
          )}
        </Space>
      </Section>
      {plan.data && (
        <>
          <PlanView plan={plan.data.content} />
          <ApplyBar plan={plan.data.content} apply={apply} />
        </>
      )}
    </>
  )
}

interface Wish {
  readonly files: readonly ConfigFile[]
  readonly prune: boolean
  readonly state: boolean
  readonly given: Readonly<Record<string, string>>
}

const isCancelled = (error: unknown): boolean => error instanceof DOMException && error.name === 'AbortError'

function useWork({ files, prune, state, given }: Wish) {
  const text = useText()
  const abort = useRef<AbortController | null>(null)
  const names = listSecrets(files)
  const secrets = Object.fromEntries(names.flatMap(name => (given[name] ? [[name, given[name]]] : [])))
  const body = { files: [...files], secrets, prune, state }
  const start = (): AbortSignal => {
    abort.current = new AbortController()
    return abort.current.signal
  }
  const plan = useMutation({ mutationFn: () => api.config.plan({ body, signal: start() }) })
  const apply = useMutation({
    mutationFn: (hash: string) => api.config.apply({ body: { ...body, hash }, signal: start() }),
    onSuccess({ content }) {
      const { create, change, delete: gone } = content.counts
      message.success(text.applied(create, change, gone))
      plan.reset()
      void queryClient.invalidateQueries()
    },
  })
  return {
    plan,
    apply,
    cancel() {
      abort.current?.abort()
      message.info(text.cancelled)
    },
    reset() {
      plan.reset()
      apply.reset()
    },
  }
}

interface SecretFieldsProps {
  readonly names: readonly string[]
  readonly given: Readonly<Record<string, string>>
  onGiven(value: Readonly<Record<string, string>>): void
}

function SecretFields({ names, given, onGiven }: SecretFieldsProps) {
  const text = useText()
  return (
    <section aria-label={text.secrets}>
      <h3>{text.secrets}</h3>
      <p className="sl-muted">{text.secretsText}</p>
      <Form layout="vertical" component="div">
        {names.map(name => (
          <Form.Item key={name} label={name} htmlFor={`secret-${name}`}>
            <Input.Password
              id={`secret-${name}`}
              autoComplete="new-password"
              value={given[name] ?? ''}
              onChange={event => onGiven({ ...given, [name]: event.target.value })}
            />
          </Form.Item>
        ))}
      </Form>
    </section>
  )
}

interface ApplyBarProps {
  readonly plan: Plan
  readonly apply: ReturnType<typeof useWork>['apply']
}

function ApplyBar({ plan, apply }: ApplyBarProps) {
  const text = useText()
  const [isAsked, setAsked] = useState(false)
  const { create, change, delete: gone } = plan.counts
  if (plan.problems.length > 0 || create + change + gone === 0) return null
  return (
    <>
      {apply.error && !isCancelled(apply.error) && (
        <Alert type="error" showIcon title={describeError(apply.error).message} />
      )}
      <CanButton
        type="primary"
        authority="strategy:update"
        danger={gone > 0}
        loading={apply.isPending}
        onClick={() => setAsked(true)}
      >
        {text.apply}
      </CanButton>
      <ConfirmDanger
        open={isAsked}
        title={text.applyTitle}
        text={
          <>
            <p>{text.applyText(create, change, gone)}</p>
            {gone > 0 && <p>{text.applyGone}</p>}
          </>
        }
        action={text.apply}
        isBusy={apply.isPending}
        onConfirm={() => apply.mutate(plan.hash, { onSettled: () => setAsked(false) })}
        onCancel={() => setAsked(false)}
      />
    </>
  )
}
