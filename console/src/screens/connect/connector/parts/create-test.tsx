import type { ParamValues } from '@sluice/contract'
import { Alert, Button } from 'antd'
import { useRef, useState } from 'react'
import { describeError } from '../../../../lib/describe-error.ts'
import { Dialog } from '../../../../ui/dialog.tsx'
import { readProblems } from '../model.ts'
import { useText } from '../use-text.ts'
import { StepStart } from './step-start.tsx'
import { TestResult } from './test-result.tsx'
import type { ParamTest } from './use-param-test.ts'

export interface CreateTestProps {
  readonly moves: number
  readonly test: ParamTest
  /** As they would be saved now. */
  readonly params: ParamValues
  /** Why the save was refused. */
  readonly error: unknown
  readonly isSaving: boolean
  onTest(): Promise<unknown>
  onBack(): void
  onSave(): Promise<unknown>
}

/** The fourth step: connect once, then save; a failed test may be saved after a warning. */
export function CreateTest({ moves, test, params, error, isSaving, onTest, onBack, onSave }: CreateTestProps) {
  const words = useText()
  const text = words.create
  const [isAsking, setAsking] = useState(false)
  // What cancels or repeats a test is gone once it is pressed.
  const start = useRef<HTMLButtonElement>(null)
  const isRunning = test.state.kind === 'running'
  const isStale = test.state.kind !== 'idle' && !isRunning && !test.isOf(params)
  const isProved = (test.isPassed || test.needsGrant) && !isStale
  return (
    <div>
      <StepStart moves={moves} />
      <div className="cn-test-start">
        <p tabIndex={-1} data-start>
          {text.testText}
        </p>
        <Button ref={start} type={isProved ? 'default' : 'primary'} loading={isRunning} onClick={() => void onTest()}>
          {test.state.kind === 'idle' ? words.test.start : words.test.again}
        </Button>
      </div>
      {isStale && <Alert type="warning" showIcon className="cn-alert" title={words.test.stale} />}
      <TestResult
        state={test.state}
        onCancel={() => {
          start.current?.focus()
          test.cancel()
        }}
        onRetry={() => {
          start.current?.focus()
          void onTest()
        }}
      />
      {error !== null && readProblems(error).length === 0 && (
        <Alert type="error" showIcon className="cn-alert" title={describeError(error).message} />
      )}
      <div className="cn-bar cn-wizard-foot">
        <Button onClick={onBack}>{text.back}</Button>
        <Button
          type={isProved ? 'primary' : 'default'}
          loading={isSaving}
          disabled={isRunning}
          onClick={() => (isProved ? void onSave() : setAsking(true))}
        >
          {text.save}
        </Button>
      </div>
      <Dialog
        open={isAsking}
        width={440}
        title={test.state.kind === 'idle' || isStale ? text.untestedTitle : text.failedTitle}
        okText={text.saveAnyway}
        onOk={() => {
          setAsking(false)
          void onSave()
        }}
        onCancel={() => setAsking(false)}
      >
        {text.failedText}
      </Dialog>
    </div>
  )
}
