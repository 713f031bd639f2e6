import { RelativeTime } from '../../../../ui/relative-time.tsx'
import type { Connector } from '../types.ts'
import { useText } from '../use-text.ts'
import { TestResult } from './test-result.tsx'
import type { TestState } from './use-test.ts'

export interface LastTestProps {
  readonly connector: Connector
  /** A test of this visit; undefined shows the remembered one. */
  readonly state: TestState | undefined
  onStop(): void
}

/** Under a row: the test that runs, or the last one. */
export function LastTest({ connector, state, onStop }: LastTestProps) {
  const text = useText().list
  if (state && state.kind !== 'idle') return <TestResult state={state} onCancel={onStop} />
  if (connector.last_test === null) return <p className="sl-muted">{text.neverTested}</p>
  return (
    <>
      <p className="sl-muted cn-last-time">
        {text.lastTest} <RelativeTime value={connector.last_test_at} />
      </p>
      <TestResult state={{ kind: 'done', steps: connector.last_test }} />
    </>
  )
}
