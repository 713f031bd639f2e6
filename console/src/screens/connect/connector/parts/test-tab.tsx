import { Button } from 'antd'
import { Empty } from '../../../../ui/empty.tsx'
import { RelativeTime } from '../../../../ui/relative-time.tsx'
import { Section } from '../../../../ui/section.tsx'
import type { Connector } from '../types.ts'
import { useText } from '../use-text.ts'
import { TestResult } from './test-result.tsx'
import type { TestState } from './use-test.ts'

export interface TestTabProps {
  readonly connector: Connector
  readonly test: { readonly state: TestState; cancel(): void }
  onTest(): void
}

/** The last test of the saved connector, or the one that runs. */
export function TestTab({ connector, test, onTest }: TestTabProps) {
  const words = useText()
  const text = words.detail
  const isRunning = test.state.kind === 'running'
  const isIdle = test.state.kind === 'idle'
  const start = (
    <Button type="primary" loading={isRunning} onClick={onTest}>
      {connector.last_test === null ? words.test.start : words.test.again}
    </Button>
  )
  if (isIdle && connector.last_test === null)
    return (
      <Section>
        <Empty title={text.neverTested} text={text.neverTestedText} action={start} />
      </Section>
    )
  return (
    <Section
      title={text.lastTest}
      text={isRunning ? text.testText : <RelativeTime value={connector.last_test_at} />}
      extra={start}
    >
      <TestResult
        state={isIdle ? { kind: 'done', steps: connector.last_test ?? [] } : test.state}
        onCancel={test.cancel}
        onRetry={onTest}
      />
    </Section>
  )
}
