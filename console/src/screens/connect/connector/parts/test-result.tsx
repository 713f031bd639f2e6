import { CheckCircleFilled, CloseCircleFilled, ExclamationCircleFilled, LoadingOutlined } from '@ant-design/icons'
import type { TestStep } from '@sluice/contract'
import { Button } from 'antd'
import { useEffect, useState } from 'react'
import { useFormat } from '../../../../lib/format.ts'
import { useWords } from '../../../../lib/i18n.ts'
import { ErrorBlock } from '../../../../ui/error-block.tsx'
import { StepList } from '../../../../ui/step-list.tsx'
import { summarizeTest } from '../model.ts'
import { useText } from '../use-text.ts'
import type { TestState } from './use-test.ts'
import '../connector-list.css'

export interface TestResultProps {
  readonly state: TestState
  onCancel?(): void
  onRetry?(): void
}

/** A test as it goes: what is awaited, then the verdict and its steps. */
export function TestResult({ state, onCancel, onRetry }: TestResultProps) {
  const text = useText()
  if (state.kind === 'idle') return null
  if (state.kind === 'waiting') return <p className="sl-muted">{text.list.waiting}</p>
  if (state.kind === 'running') return <Running startedMs={state.startedMs} {...(onCancel && { onCancel })} />
  if (state.kind === 'error') return <ErrorBlock isSmall error={state.error} {...(onRetry && { onRetry })} />
  return (
    <div className="cn-test">
      <Verdict steps={state.steps} />
      <div className="cn-test-steps">
        <StepList steps={state.steps} />
      </div>
    </div>
  )
}

function Verdict({ steps }: { readonly steps: readonly TestStep[] }) {
  const text = useText().test
  const say = useWords()
  const format = useFormat()
  const { isPassed, isUnproven, needsGrant, failed, elapsedMs } = summarizeTest(steps)
  const [tone, title, detail] = needsGrant
    ? (['warn', text.needsGrant, text.needsGrantText] as const)
    : isPassed && isUnproven
      ? (['warn', text.passed, text.unproven] as const)
      : isPassed
        ? (['good', text.passed, text.passedText(steps.length, format.duration(elapsedMs))] as const)
        : (['bad', text.failed, failed ? text.failedText(say(failed.label)) : text.none] as const)
  const Icon = icons[tone]
  return (
    <div role="status" className={`cn-verdict cn-verdict-${tone}`}>
      <Icon />
      <strong>{title}</strong>
      <span>{detail}</span>
    </div>
  )
}

const icons = { warn: ExclamationCircleFilled, good: CheckCircleFilled, bad: CloseCircleFilled }

const TICK_MS = 1000

function Running({ startedMs, onCancel }: { readonly startedMs: number; readonly onCancel?: () => void }) {
  const text = useText().test
  const [nowMs, setNowMs] = useState(startedMs)
  useEffect(() => {
    const timer = setInterval(() => setNowMs(Date.now()), TICK_MS)
    return () => clearInterval(timer)
  }, [])
  const seconds = Math.max(0, Math.floor((nowMs - startedMs) / 1000))
  return (
    <div className="cn-running">
      <LoadingOutlined />
      <span role="status">{text.running}</span>
      {/* A screen reader hears once that it runs, not every second. */}
      <span aria-hidden="true" className="sl-muted sl-number">
        {text.elapsed(seconds)}
      </span>
      {onCancel && (
        <Button size="small" type="link" onClick={onCancel}>
          {text.cancel}
        </Button>
      )}
    </div>
  )
}
