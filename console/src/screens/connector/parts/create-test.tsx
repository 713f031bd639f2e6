import type { ParamValues } from '@sluice/contract'
import { Alert, Button } from 'antd'
import { useState } from 'react'
import { describeError } from '../../../lib/describe-error.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { readProblems } from '../model.ts'
import { useText } from '../use-text.ts'
import { TestResult } from './test-result.tsx'
import type { ParamTest } from './use-param-test.ts'

export interface CreateTestProps {
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
export function CreateTest({ test, params, error, isSaving, onTest, onBack, onSave }: CreateTestProps) {
  const words = useText()
  const text = words.create
  const [isAsking, setAsking] = useState(false)
  const isRunning = test.state.kind === 'running'
  const isStale = test.state.kind !== 'idle' && !isRunning && !test.isOf(params)
  const isProved = test.isPassed && !isStale
  return (
    <>
      <div className="cn-test-start">
        <p>{text.testText}</p>
        <Button type={isProved ? 'default' : 'primary'} loading={isRunning} onClick={() => void onTest()}>
          {test.state.kind === 'idle' ? words.test.start : words.test.again}
        </Button>
      </div>
      {isStale && <Alert type="warning" showIcon className="cn-alert" title={words.test.stale} />}
      <TestResult state={test.state} onCancel={test.cancel} onRetry={() => void onTest()} />
      {error !== null && readProblems(error).length === 0 && (
        <Alert type="error" showIcon className="cn-alert" title={describeError(error).message} />
      )}
      <div className="cn-bar">
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
    </>
  )
}
